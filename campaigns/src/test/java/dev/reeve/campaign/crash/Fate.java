package dev.reeve.campaign.crash;

/**
 * The state of a job.
 *
 * @param life counts how often a job was created with this id
 * @param fails how often it was reported as failed
 * @param result final result; empty until then
 */
record Fate(Kind kind, int life, int fails, String result) {
    static final Fate ABSENT = new Fate(Kind.ABSENT, 0, 0, "");

    enum Kind {
        ABSENT,
        LIVE,
        COMPLETED,
        FAILED
    }

    boolean isLive() {
        return kind == Kind.LIVE;
    }

    boolean isAbsent() {
        return kind == Kind.ABSENT;
    }

    boolean hasEnded() {
        return kind == Kind.COMPLETED || kind == Kind.FAILED;
    }

    /** The state after the step; a refused step changes nothing. */
    Fate after(CrashStep step) {
        return switch (step.kind()) {
            case ADD -> isAbsent() ? new Fate(Kind.LIVE, life + 1, 0, "") : this;
            case COMPLETE -> isLive() ? new Fate(Kind.COMPLETED, life, fails, step.result()) : this;
            case FAIL -> isLive() ? failed(step) : this;
            case DELETE -> new Fate(Kind.ABSENT, life, 0, "");
            case LEASE, RESULT -> this;
        };
    }

    private Fate failed(CrashStep step) {
        int count = fails + 1;
        boolean isFinal = count >= step.job().maxFails();
        return isFinal ? new Fate(Kind.FAILED, life, count, step.result()) : new Fate(Kind.LIVE, life, count, "");
    }

    /** The expected reply to the step in this state. Leases are verified elsewhere. */
    CrashAnswer.Kind answerTo(CrashStep step) {
        return switch (step.kind()) {
            case ADD -> isAbsent() ? CrashAnswer.Kind.OK : CrashAnswer.Kind.JOB_EXISTS;
            case COMPLETE, FAIL ->
                isAbsent() ? CrashAnswer.Kind.NOT_FOUND : ok(!hasEnded(), CrashAnswer.Kind.ALREADY_ENDED);
            case DELETE -> ok(!isAbsent(), CrashAnswer.Kind.NOT_FOUND);
            case RESULT -> isAbsent() ? CrashAnswer.Kind.NOT_FOUND : ok(hasEnded(), CrashAnswer.Kind.TIMEOUT);
            case LEASE -> throw new IllegalArgumentException("a lease is not about a job");
        };
    }

    private static CrashAnswer.Kind ok(boolean isOk, CrashAnswer.Kind otherwise) {
        return isOk ? CrashAnswer.Kind.OK : otherwise;
    }
}
