package dev.reeve.server.crash;

/**
 * What a client was told.
 *
 * @param id of the job that was leased or has a result, else empty
 * @param success whether the job whose result this is was completed
 * @param body payload of the leased job, or the result
 */
record Answer(Kind kind, String id, boolean success, String body) {
    enum Kind {
        OK,
        NOT_FOUND,
        JOB_EXISTS,
        ALREADY_ENDED,
        TIMEOUT,
        OUT_OF_DISK
    }

    static Answer of(Kind kind) {
        return new Answer(kind, "", false, "");
    }

    static Answer leased(String id, String payload) {
        return new Answer(Kind.OK, id, true, payload);
    }

    static Answer result(String id, boolean success, String result) {
        return new Answer(Kind.OK, id, success, result);
    }
}
