package dev.reeve.node;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The workers that ask this node for jobs and tell their names. It is not journalled: after a restart a worker is known again
 * when it asks again. A worker that has neither asked nor held a job for an hour is forgotten, and of too many workers the one
 * that has not asked for longest. Loop only.
 */
final class KnownWorkers {
    static final int MOST_WORKERS = 10_000;
    static final int MOST_QUEUES = 50;
    static final long FORGET_MICROS = 3_600_000_000L;
    /** A worker that asks again within this time asks from the same place. */
    private static final long ORIGIN_MICROS = 1_000_000;

    private static final String QUIET_RIGHT = "pause";

    private final Map<String, Presence> leastRecentFirst = new LinkedHashMap<>(16, 0.75f, true);
    private final TreeMap<String, Presence> byName = new TreeMap<>();

    /** One worker. */
    static final class Presence {
        private final String name;
        private final Set<LeaseWaiter> waiting = new LinkedHashSet<>();
        private @Nullable Origin origin;
        private List<String> queues = List.of();
        private long lastSeenMicros;
        private boolean quiet;

        Presence(String name) {
            this.name = name;
        }

        boolean isQuiet() {
            return quiet;
        }

        void waits(LeaseWaiter call) {
            waiting.add(call);
        }

        void waitsNoMore(LeaseWaiter call, long nowMicros) {
            waiting.remove(call);
            lastSeenMicros = nowMicros;
        }

        private WorkerView view(List<String> shown, long nowMicros, EngineView engine) {
            long seen = waiting.isEmpty() ? lastSeenMicros : nowMicros;
            int hidden = queues.size() - shown.size();
            return new WorkerView(name, origin, shown, hidden, waiting.size(), seen, quiet, engine.heldBy(name));
        }
    }

    /** A worker asks for jobs. Returns what is known of it; null if it does not tell its name. */
    @Nullable
    Presence seen(Acquire command, Completion<?> call, long nowMicros, EngineView engine) {
        String name = command.worker();
        if (name == null || name.isEmpty()) {
            return null;
        }
        Presence known = leastRecentFirst.get(name);
        Presence worker = known == null ? new Presence(name) : known;
        if (worker.origin == null || nowMicros - worker.lastSeenMicros > ORIGIN_MICROS) {
            worker.origin = call.origin();
        }
        worker.queues = first(command.queues());
        worker.lastSeenMicros = nowMicros;
        if (known == null) {
            leastRecentFirst.put(name, worker);
            byName.put(name, worker);
            forget(nowMicros, engine);
        }
        return worker;
    }

    private static List<String> first(List<String> queues) {
        return queues.size() <= MOST_QUEUES ? queues : List.copyOf(queues.subList(0, MOST_QUEUES));
    }

    /** Forgets the workers that are gone. Those that still wait or hold jobs become the most recent ones. */
    private void forget(long nowMicros, EngineView engine) {
        for (int looks = leastRecentFirst.size(); looks > 0; looks--) {
            Presence eldest = leastRecentFirst.values().iterator().next();
            boolean tooMany = leastRecentFirst.size() > MOST_WORKERS;
            if (eldest.waiting.isEmpty() && (tooMany || isGone(eldest, nowMicros, engine))) {
                leastRecentFirst.remove(eldest.name);
                byName.remove(eldest.name);
            } else if (!tooMany && nowMicros - eldest.lastSeenMicros < FORGET_MICROS) {
                return;
            } else {
                leastRecentFirst.get(eldest.name);
                eldest.lastSeenMicros = nowMicros;
            }
        }
    }

    private static boolean isGone(Presence worker, long nowMicros, EngineView engine) {
        return worker.waiting.isEmpty()
                && nowMicros - worker.lastSeenMicros >= FORGET_MICROS
                && engine.heldBy(worker.name) == 0;
    }

    /** The workers of the list, by name. */
    List<WorkerView> list(WorkerQuery query, long nowMicros, EngineView engine) {
        List<WorkerView> found = new ArrayList<>();
        for (Presence worker : byName.tailMap(query.after(), false).values()) {
            List<String> shown = query.shown(worker.queues);
            if (!shown.isEmpty() && !isGone(worker, nowMicros, engine)) {
                found.add(worker.view(shown, nowMicros, engine));
            }
            if (found.size() == query.limit()) {
                break;
            }
        }
        return found;
    }

    /**
     * Sets whether the worker gets no more jobs. Its waiting calls end, so that it learns it now. The reply says whether the
     * worker is known.
     */
    Outcome<Boolean> quiet(String name, boolean quiet, Predicate<String> allowed) {
        Presence worker = byName.get(name);
        if (worker == null) {
            return Outcome.of(false);
        }
        for (String queue : worker.queues) {
            if (!allowed.test(queue)) {
                return Outcome.refused(Rejection.NOT_ALLOWED, QUIET_RIGHT, queue);
            }
        }
        if (worker.quiet != quiet) {
            worker.quiet = quiet;
            List.copyOf(worker.waiting).forEach(BlockedCall::expire);
        }
        return Outcome.of(true);
    }

    /** All calls of known workers that wait. */
    List<LeaseWaiter> waiting() {
        return byName.values().stream()
                .flatMap(worker -> worker.waiting.stream())
                .toList();
    }
}
