package dev.reeve.door.jobber;

import dev.reeve.engine.Rejection;
import dev.reeve.net.http.HttpError;

/** Error texts. */
final class JobberErrors {
    private JobberErrors() {}

    static HttpError noJob(String id) {
        return new HttpError(404, "There is no job " + id);
    }

    static HttpError badType() {
        return HttpError.badRequest("Invalid type, expected 1 to 255 of A-Z a-z 0-9 _ . -");
    }

    static HttpError missing(String field) {
        return HttpError.badRequest("Expected a field \"" + field + "\"");
    }

    static HttpError badWorker() {
        return HttpError.badRequest("Invalid worker, expected text of 1 to 255 bytes without control characters");
    }

    static HttpError noVisibility() {
        return HttpError.badRequest("Expected a visibility_timeout above zero");
    }

    static HttpError tooLarge(long mostBytes) {
        return new HttpError(413, "The payload is larger than " + mostBytes + " bytes");
    }

    /** The error for a rejection of a command on a job and its lock. */
    static HttpError ofJob(Rejection why, String id) {
        return switch (why) {
            case JOB_NOT_FOUND -> noJob(id);
            case STALE_LEASE, NOT_LEASED -> new HttpError(409, "The lock of job " + id + " is not the current one");
            case ALREADY_ENDED -> new HttpError(409, "Job " + id + " is done");
            default -> HttpError.of(why);
        };
    }
}
