package dev.reeve.campaign.crash;

import dev.reeve.testkit.Violation;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A caller that runs foreground jobs and waits for each result, and their worker. A job does not outlive its caller. */
final class ForegroundPair {
    private static final String QUEUE = "foreground";
    private static final int MOST_LOOKS = 300;

    private final SplittableRandom random;
    private final List<String> ids = new ArrayList<>();
    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private final Set<String> completed = ConcurrentHashMap.newKeySet();
    private @Nullable String left;

    ForegroundPair(SplittableRandom random) {
        this.random = random;
    }

    void call(int port, CrashLoad load) {
        try (WorkqClient client = new WorkqClient(port)) {
            while (true) {
                String id = new UUID(random.nextLong(), random.nextLong()).toString();
                ids.add(id);
                client.send(WorkqRequests.run(id, QUEUE, 60_000, 60_000, "do " + id));
                CrashAnswer answer = WorkqSteps.read(client, CrashStep.Kind.RESULT);
                requireGoingOn(answer, load);
                if (!answer.equals(CrashAnswer.result(id, true, "done " + id)) || !done.contains(id)) {
                    throw new Violation("run " + id + " was answered " + answer);
                }
                completed.add(id);
                load.answered();
            }
        }
    }

    void work(int port, CrashLoad load) {
        try (WorkqClient client = new WorkqClient(port)) {
            while (true) {
                client.send(WorkqRequests.lease(60_000, QUEUE));
                CrashAnswer leased = WorkqSteps.read(client, CrashStep.Kind.LEASE);
                requireGoingOn(leased, load);
                if (!leased.body().equals("do " + leased.id())) {
                    throw new Violation("a lease was answered " + leased);
                }
                done.add(leased.id());
                client.send(WorkqRequests.complete(leased.id(), "done " + leased.id()));
                CrashAnswer told = WorkqSteps.read(client, CrashStep.Kind.COMPLETE);
                if (told.kind() != CrashAnswer.Kind.OK) {
                    throw new Violation("complete " + leased.id() + " was answered " + told);
                }
                completed.add(leased.id());
                load.answered();
            }
        }
    }

    /** A stopping server ends all blocked calls. */
    private static void requireGoingOn(CrashAnswer answer, CrashLoad load) {
        if (answer.kind() == CrashAnswer.Kind.TIMEOUT && load.isEnding()) {
            throw new UncheckedIOException(new IOException("the server stops"));
        }
    }

    /** After a restart: no job is left except one that is leased, which its worker may still complete. */
    void verify(WorkqClient client) {
        List<String> latest = ids.subList(Math.max(0, ids.size() - MOST_LOOKS), ids.size());
        latest.forEach(id -> client.send(WorkqSteps.look(id)));
        for (String id : latest) {
            Seen seen = WorkqSteps.readLook(client);
            boolean mayBeLeased = id.equals(ids.get(ids.size() - 1)) && !completed.contains(id);
            if (seen.phase() == Seen.Phase.LEASED && mayBeLeased) {
                left = id;
            } else if (seen.phase() != Seen.Phase.ABSENT) {
                throw new Violation("run " + id + " is still there after a restart: " + seen);
            }
        }
        List<String> listed = client.listIds(QUEUE);
        if (!listed.isEmpty()) {
            throw new Violation("still in the queue after a restart: " + listed);
        }
        completeLeft(client);
    }

    private void completeLeft(WorkqClient client) {
        String id = left;
        left = null;
        if (id != null) {
            client.send(WorkqRequests.complete(id, "late") + WorkqSteps.look(id));
            CrashAnswer answer = WorkqSteps.read(client, CrashStep.Kind.COMPLETE);
            Seen seen = WorkqSteps.readLook(client);
            if (answer.kind() != CrashAnswer.Kind.OK || seen.phase() != Seen.Phase.ABSENT) {
                throw new Violation("completing " + id + " got " + answer + " and left " + seen);
            }
            completed.add(id);
        }
    }
}
