package dev.reeve.campaign.crash;

/**
 * The reply that a client got.
 *
 * @param id of the job that was leased or has a result, else empty
 * @param success whether the job of this result was completed
 * @param body payload of the leased job, or the result
 */
record CrashAnswer(Kind kind, String id, boolean success, String body) {
    enum Kind {
        OK,
        NOT_FOUND,
        JOB_EXISTS,
        ALREADY_ENDED,
        TIMEOUT,
        OUT_OF_DISK
    }

    static CrashAnswer of(Kind kind) {
        return new CrashAnswer(kind, "", false, "");
    }

    static CrashAnswer leased(String id, String payload) {
        return new CrashAnswer(Kind.OK, id, true, payload);
    }

    static CrashAnswer result(String id, boolean success, String result) {
        return new CrashAnswer(Kind.OK, id, success, result);
    }
}
