package dev.reeve.engine;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitKey;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What always holds for keys with limits, counted from the jobs: a key has an entry while it has unfinished jobs, and when
 * all is settled each queue has as many ready jobs of it as it has free slots, which are the first ones.
 */
final class LimitInvariants {
    private LimitInvariants() {}

    static void check(EngineState state) {
        Map<String, Map<Long, List<Job>>> byKey = new TreeMap<>();
        for (Job job : state.jobs().all()) {
            String name = job.options().ties().limitKey();
            require(
                    name != null || job.state() != State.THROTTLED,
                    "job " + job.number() + " is throttled without a key");
            if (name != null && !job.state().ended()) {
                byKey.computeIfAbsent(name, key -> new TreeMap<>())
                        .computeIfAbsent(job.queue().number(), queue -> new ArrayList<>())
                        .add(job);
            }
        }
        byKey.keySet().forEach(name -> require(state.limits().get(name) != null, "the key " + name + " is missing"));
        for (LimitKey key : state.limits().keys().all()) {
            check(state, key, byKey.getOrDefault(key.name(), Map.of()));
        }
    }

    private static void check(EngineState state, LimitKey key, Map<Long, List<Job>> lines) {
        String name = "the key " + key.name();
        require(key.lineCount() == lines.size(), name + " has other lines than " + lines.keySet());
        List<Job> jobs = lines.values().stream().flatMap(List::stream).toList();
        require(key.running() == count(jobs, State.LEASED), name + " counts " + key.running() + " leased jobs");
        require(
                key.throttled() == count(jobs, State.THROTTLED),
                name + " counts " + key.throttled() + " throttled jobs");
        require(
                !jobs.isEmpty() || key.busyUntilMicros() > state.atMicros() || key.timerMicros() <= state.atMicros(),
                name + " is idle and still there");
        boolean settled = key.linesLeft() == 0 && !state.limits().hasVisitsLeft();
        if (settled) {
            lines.values().forEach(line -> checkLine(state, key, line));
        }
    }

    private static void checkLine(EngineState state, LimitKey key, List<Job> line) {
        String name = "the key " + key.name() + " in " + line.get(0).queue().name();
        List<Job> others =
                line.stream().filter(job -> job.number() != key.holder()).toList();
        int free = key.free(state.atMicros());
        long ready = count(others, State.READY);
        long throttled = count(others, State.THROTTLED);
        require(ready <= free, name + " has " + ready + " ready jobs, but " + free + " free slots");
        Limit limit = key.limit();
        boolean hasRate = limit != null && limit.rate() != null;
        if (throttled > 0 && ready < free) {
            require(hasRate, name + " has throttled jobs beside a free slot");
            require(key.timerMicros() != Long.MAX_VALUE, name + " waits for nothing");
        }
        Job last = others.stream()
                .filter(job -> job.state() == State.READY)
                .max(JobQueue.BY_LEASING)
                .orElse(null);
        Job first = others.stream()
                .filter(job -> job.state() == State.THROTTLED)
                .min(JobQueue.BY_LEASING)
                .orElse(null);
        require(
                last == null || first == null || JobQueue.BY_LEASING.compare(last, Objects.requireNonNull(first)) < 0,
                name + " has a better job in line than one that is ready");
    }

    private static long count(List<Job> jobs, State state) {
        return jobs.stream().filter(job -> job.state() == state).count();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
