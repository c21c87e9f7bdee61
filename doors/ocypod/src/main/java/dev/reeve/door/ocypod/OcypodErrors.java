package dev.reeve.door.ocypod;

import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Status;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.NameRule;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Error texts and status names. */
final class OcypodErrors {
    private static final String CREATED = "created";

    private final String initialStatus;
    private final int longestNameBytes;

    OcypodErrors(InitialStatus initialStatus, int longestNameBytes) {
        this.initialStatus = lower(initialStatus);
        this.longestNameBytes = longestNameBytes;
    }

    String name(Status status) {
        return status == Status.QUEUED ? initialStatus : lower(status);
    }

    /** The status with this name; null if there is none. The initial status has two names. */
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

    HttpError noSuchChange(Status from, Status to) {
        return new HttpError(409, "Cannot change status from " + name(from) + " to " + name(to));
    }

    static HttpError noQueue(String queue) {
        return new HttpError(404, "Queue '" + queue + "' does not exist");
    }

    /** The error if no queue has the name of a request. One that is not valid here could only be that of another door's queue. */
    HttpError unknownQueue(String name) {
        return NameRule.isPlain(name, longestNameBytes) ? noQueue(name) : badQueueName();
    }

    static HttpError noJob(String id) {
        return new HttpError(404, "Job with ID " + id + " does not exist");
    }

    static HttpError outputOnlyWhileRunning() {
        return new HttpError(409, "Can only set output for running jobs");
    }

    static HttpError noHeartbeat(String id) {
        return new HttpError(409, "Cannot heartbeat job " + id + ", job is not running");
    }

    static HttpError staleLease(String id) {
        return new HttpError(409, "The lease of job " + id + " is not the current one");
    }

    static HttpError unknownField(String name) {
        return HttpError.badRequest("Unrecognised field: " + name);
    }

    static HttpError badQueueName() {
        return HttpError.badRequest("Invalid queue name, valid characters: a-zA-Z0-9_.-");
    }

    static HttpError badTag(int longestBytes) {
        return HttpError.badRequest(
                "Invalid tag, expected text of 1 to " + longestBytes + " bytes without control characters");
    }

    static HttpError badStatus(String name) {
        return HttpError.badRequest("Unrecognised status: " + name);
    }

    static HttpError tooLarge(String what, long mostBytes) {
        return new HttpError(413, "The " + what + " is larger than " + mostBytes + " bytes");
    }

    /** The error for a rejection of a command on a job. */
    static HttpError ofJob(Rejection why, String id) {
        return switch (why) {
            case JOB_NOT_FOUND -> noJob(id);
            case STALE_LEASE -> staleLease(id);
            default -> HttpError.of(why);
        };
    }

    /** The error for a rejection of a command on a queue. */
    HttpError ofQueue(Rejection why, String queue) {
        return why == Rejection.QUEUE_NOT_FOUND ? unknownQueue(queue) : HttpError.of(why);
    }
}
