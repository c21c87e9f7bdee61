package dev.reeve.server.door.jobber;

import dev.reeve.engine.Rejection;
import dev.reeve.server.net.http.Refusal;
import dev.reeve.server.net.http.Standard;

/** The texts of errors. */
final class Words {
    private Words() {}

    static Refusal noJob(String id) {
        return new Refusal(404, "There is no job " + id);
    }

    static Refusal badType() {
        return Refusal.badRequest("Invalid type, expected 1 to 255 of A-Z a-z 0-9 _ . -");
    }

    static Refusal missing(String field) {
        return Refusal.badRequest("Expected a field \"" + field + "\"");
    }

    static Refusal badWorker() {
        return Refusal.badRequest("Invalid worker, expected text of 1 to 255 bytes without control characters");
    }

    static Refusal noVisibility() {
        return Refusal.badRequest("Expected a visibility_timeout above zero");
    }

    static Refusal tooLarge(long mostBytes) {
        return new Refusal(413, "The payload is larger than " + mostBytes + " bytes");
    }

    /** What is said when something is refused that names a job and its lock. */
    static Refusal ofJob(Rejection why, String id) {
        return switch (why) {
            case JOB_NOT_FOUND -> noJob(id);
            case STALE_LEASE, NOT_LEASED -> new Refusal(409, "The lock of job " + id + " is not the current one");
            case ALREADY_ENDED -> new Refusal(409, "Job " + id + " is done");
            default -> Standard.refusal(why);
        };
    }
}
