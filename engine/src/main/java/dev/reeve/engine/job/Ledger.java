package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * What a job that only waits does not have: what it was scheduled for, when it is due if that is not its creation, its tries, its lease, its end, and what it has besides its
 * payload. It belongs to one job, which creates it when the first of these is set; a job without a ledger has the values that a new
 * ledger has.
 *
 * <p>The lease is kept in fields, because as an object it would take 16 bytes more. Invariant: there is one if its token is not 0.
 */
final class Ledger {
    /**
     * The object. It is counted with a job from the start, so that no change of it needs memory, unless its payload is on disk: see
     * {@link Job#uncountedBytes}.
     */
    static final long BYTES = 104;

    long startsAtMicros;
    long dueAtMicros;
    long endedAtMicros;
    int attempts;
    int fails;
    int retriesUsed;

    /** Not part of snapshots. */
    int savedIn;

    byte @Nullable [] result;
    JobLabels labels = JobLabels.NONE;

    @Nullable
    OptionalJobFields optionalFields;

    private long token;
    private @Nullable String worker;
    private long leasedAtMicros;
    private long renewedAtMicros;
    private long deadlineMicros;

    Ledger(long startsAtMicros) {
        this.startsAtMicros = startsAtMicros;
        this.dueAtMicros = startsAtMicros;
    }

    /** A copy for another job, which was saved by no snapshot yet. */
    Ledger copy() {
        Ledger copy = new Ledger(startsAtMicros);
        copy.dueAtMicros = dueAtMicros;
        copy.endedAtMicros = endedAtMicros;
        copy.attempts = attempts;
        copy.fails = fails;
        copy.retriesUsed = retriesUsed;
        copy.result = result;
        copy.labels = labels;
        copy.optionalFields = optionalFields == null ? null : optionalFields.copy();
        copy.token = token;
        copy.worker = worker;
        copy.leasedAtMicros = leasedAtMicros;
        copy.renewedAtMicros = renewedAtMicros;
        copy.deadlineMicros = deadlineMicros;
        return copy;
    }

    boolean hasLease() {
        return token != 0;
    }

    @Nullable
    Lease lease() {
        return token == 0 ? null : new Lease(token, worker, leasedAtMicros, renewedAtMicros, deadlineMicros);
    }

    void lease(@Nullable Lease value) {
        token = value == null ? 0 : value.token();
        worker = value == null ? null : value.worker();
        leasedAtMicros = value == null ? 0 : value.startedAtMicros();
        renewedAtMicros = value == null ? 0 : value.renewedAtMicros();
        deadlineMicros = value == null ? 0 : value.deadlineMicros();
    }

    @Nullable
    String worker() {
        return worker;
    }

    long deadlineMicros() {
        return deadlineMicros;
    }
}
