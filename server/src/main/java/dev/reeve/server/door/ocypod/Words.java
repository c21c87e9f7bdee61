package dev.reeve.server.door.ocypod;

import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Status;
import dev.reeve.server.net.http.Refusal;
import dev.reeve.server.net.http.Standard;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The texts of errors, and the names of statuses. */
final class Words {
    private static final String CREATED = "created";

    private final String initialStatus;

    Words(InitialStatus initialStatus) {
        this.initialStatus = lower(initialStatus);
    }

    String name(Status status) {
        return status == Status.QUEUED ? initialStatus : lower(status);
    }

    /** The status of that name; null if there is none. A waiting job may be called by either name. */
    static @Nullable Status status(String name) {
        if (name.equals(CREATED)) {
            return Status.QUEUED;
        }
        for (Status status : Status.values()) {
            if (lower(status).equals(name)) {
                return status;
            }
        }
        return null;
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    Refusal noSuchChange(Status from, Status to) {
        return new Refusal(409, "Cannot change status from " + name(from) + " to " + name(to));
    }

    static Refusal noQueue(String queue) {
        return new Refusal(404, "Queue '" + queue + "' does not exist");
    }

    static Refusal noJob(String id) {
        return new Refusal(404, "Job with ID " + id + " does not exist");
    }

    static Refusal outputOnlyWhileRunning() {
        return new Refusal(409, "Can only set output for running jobs");
    }

    static Refusal noHeartbeat(String id) {
        return new Refusal(409, "Cannot heartbeat job " + id + ", job is not running");
    }

    static Refusal staleLease(String id) {
        return new Refusal(409, "The lease of job " + id + " is not the current one");
    }

    static Refusal unknownField(String name) {
        return Refusal.badRequest("Unrecognised field: " + name);
    }

    static Refusal badQueueName() {
        return Refusal.badRequest("Invalid queue name, valid characters: a-zA-Z0-9_.-");
    }

    static Refusal badTag(int longestBytes) {
        return Refusal.badRequest(
                "Invalid tag, expected text of 1 to " + longestBytes + " bytes without control characters");
    }

    static Refusal badStatus(String name) {
        return Refusal.badRequest("Unrecognised status: " + name);
    }

    static Refusal tooLarge(String what, long mostBytes) {
        return new Refusal(413, "The " + what + " is larger than " + mostBytes + " bytes");
    }

    /** What is said when something is refused that names a job. */
    static Refusal ofJob(Rejection why, String id) {
        return switch (why) {
            case JOB_NOT_FOUND -> noJob(id);
            case STALE_LEASE -> staleLease(id);
            default -> Standard.refusal(why);
        };
    }

    /** What is said when something is refused that names a queue. */
    static Refusal ofQueue(Rejection why, String queue) {
        return why == Rejection.QUEUE_NOT_FOUND ? noQueue(queue) : Standard.refusal(why);
    }
}
