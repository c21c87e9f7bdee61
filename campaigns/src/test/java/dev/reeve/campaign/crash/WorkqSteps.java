package dev.reeve.campaign.crash;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.Violation;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** The steps of a client as requests of the Workq door, and the replies as answers. */
final class WorkqSteps {
    private static final long DAY_MILLIS = 86_400_000;

    private WorkqSteps() {}

    /** The request for a step of the client that owns this queue. */
    static String request(CrashStep step, String queue) {
        return switch (step.kind()) {
            case ADD -> add(step.job());
            case LEASE -> WorkqRequests.lease(0, queue);
            case COMPLETE -> WorkqRequests.complete(step.job().id(), step.result());
            case FAIL -> WorkqRequests.fail(step.job().id(), step.result());
            case DELETE -> WorkqRequests.delete(step.job().id());
            case RESULT -> WorkqRequests.result(step.job().id(), 0);
        };
    }

    private static String add(JobRecord job) {
        JobRecord.Order order = job.order();
        String[] flags = order.maxFails() > 0 ? new String[] {"-max-fails=" + order.maxFails()} : new String[0];
        long ttrMillis = order.ttrMicros() / 1000;
        if (order.startsAtMicros() == 0) {
            return WorkqRequests.add(job.id(), job.queue(), ttrMillis, DAY_MILLIS, order.payload(), flags);
        }
        Instant due = Instant.EPOCH.plus(order.startsAtMicros(), ChronoUnit.MICROS);
        String terms = ttrMillis + " " + DAY_MILLIS + " " + due;
        return WorkqRequests.schedule(job.id(), job.queue(), terms, order.payload(), flags);
    }

    /** Reads the reply to a step. */
    static CrashAnswer read(WorkqClient client, CrashStep.Kind to) {
        String line = client.readLine();
        if (!line.startsWith("+OK")) {
            return CrashAnswer.of(refusal(line));
        }
        switch (to) {
            case LEASE -> {
                DoorClient.Taken job = client.readLeased();
                return CrashAnswer.leased(job.id(), job.payload());
            }
            case RESULT -> {
                WorkqClient.Result result = client.readResult();
                return CrashAnswer.result(result.id(), result.success(), result.text());
            }
            default -> {
                return CrashAnswer.of(CrashAnswer.Kind.OK);
            }
        }
    }

    private static CrashAnswer.Kind refusal(String line) {
        return switch (line) {
            case "-NOT-FOUND" -> CrashAnswer.Kind.NOT_FOUND;
            case "-TIMEOUT" -> CrashAnswer.Kind.TIMEOUT;
            case "-CLIENT-ERROR Duplicate job" -> CrashAnswer.Kind.JOB_EXISTS;
            case "-CLIENT-ERROR Duplicate result" -> CrashAnswer.Kind.ALREADY_ENDED;
            case "-SERVER-ERROR Out of disk space" -> CrashAnswer.Kind.OUT_OF_DISK;
            default -> throw new Violation("nobody expects " + line);
        };
    }

    /** The requests that look a job up. */
    static String look(String id) {
        return WorkqRequests.inspect("job " + id) + WorkqRequests.result(id, 0);
    }

    /** Reads the replies to a job lookup. */
    static Seen readLook(WorkqClient client) {
        String line = client.readLine();
        if (line.equals("+OK 1")) {
            Map<String, String> keys = client.readKeys();
            return seen(keys, read(client, CrashStep.Kind.RESULT));
        }
        CrashAnswer result = read(client, CrashStep.Kind.RESULT);
        if (refusal(line) != CrashAnswer.Kind.NOT_FOUND || result.kind() != CrashAnswer.Kind.NOT_FOUND) {
            throw new Violation("inspect says " + line + ", result says " + result);
        }
        return Seen.NOTHING;
    }

    private static Seen seen(Map<String, String> keys, CrashAnswer result) {
        Seen.Phase phase = switch (number(keys, "state")) {
            case 0, 3 -> Seen.Phase.WAITING;
            case 1 -> Seen.Phase.COMPLETED;
            case 2 -> Seen.Phase.FAILED;
            case 4 -> Seen.Phase.LEASED;
            default -> throw new Violation("there is no state " + keys.get("state"));
        };
        boolean ended = phase == Seen.Phase.COMPLETED || phase == Seen.Phase.FAILED;
        boolean agrees = ended
                ? result.kind() == CrashAnswer.Kind.OK && result.success() == (phase == Seen.Phase.COMPLETED)
                : result.kind() == CrashAnswer.Kind.TIMEOUT;
        if (!agrees) {
            throw new Violation("inspect says " + phase + ", result says " + result);
        }
        return new Seen(
                phase,
                keys.getOrDefault("name", ""),
                keys.getOrDefault("payload", ""),
                number(keys, "attempts"),
                number(keys, "fails"),
                ended ? result.body() : null);
    }

    private static int number(Map<String, String> keys, String key) {
        return Integer.parseInt(keys.getOrDefault(key, ""));
    }
}
