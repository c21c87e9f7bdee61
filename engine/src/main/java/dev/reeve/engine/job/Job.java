package dev.reeve.engine.job;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.limit.KeyLine;
import dev.reeve.engine.limit.LimitKey;
import dev.reeve.engine.qless.QlessJobView;
import dev.reeve.engine.queue.JobQueue;
import org.jspecify.annotations.Nullable;

/**
 * A job. Invariant: setters are called only by the snapshot reader, and between {@code EngineState.beginChange} and
 * {@code endChange}, so that indexes stay consistent and a running snapshot can save the job before its change.
 */
public final class Job {
    private static final long LEASE_BYTES = 48;

    /**
     * The object, its places in the indexes by id, number, state and deadline, and the lease, also before there is one:
     * a job can then be leased and released when memory is full.
     */
    public static final long OVERHEAD_BYTES = 104 + HeapBytes.HASH_ENTRY + 2 * HeapBytes.SLOT + 16 + LEASE_BYTES;

    /** The place in the index by worker: about half of what a worker with one job costs. */
    public static final long HELD_BYTES = 72;

    private final long number;
    private final JobId id;
    private final long createdAtMicros;
    private final long startsAtMicros;

    private Terms terms;
    private JobQueue queue;
    private byte[] payload;
    private long priority;
    private State state;
    private long dueAtMicros;
    private int attempts;
    private int fails;
    private int retriesUsed;
    private boolean timedOut;
    private @Nullable Lease lease;
    private long endedAtMicros;
    private byte @Nullable [] result;
    private JobLabels labels = JobLabels.NONE;
    private @Nullable OptionalJobFields optionalFields;

    // Not part of snapshots.
    private int deadlineIndex = -1;
    private int savedIn;

    public Job(
            long number,
            JobId id,
            JobQueue queue,
            byte[] payload,
            Terms terms,
            long createdAtMicros,
            long startsAtMicros,
            State state) {
        this.number = number;
        this.id = id;
        this.queue = queue;
        this.payload = payload;
        this.terms = terms;
        this.createdAtMicros = createdAtMicros;
        this.startsAtMicros = startsAtMicros;
        this.dueAtMicros = startsAtMicros;
        this.state = state;
    }

    /** A copy for a snapshot to write later. It shares payload and result and is in no index. */
    public Job copy() {
        Job copy = new Job(number, id, queue, payload, terms, createdAtMicros, startsAtMicros, state);
        copy.priority = priority;
        copy.dueAtMicros = dueAtMicros;
        copy.attempts = attempts;
        copy.fails = fails;
        copy.retriesUsed = retriesUsed;
        copy.timedOut = timedOut;
        copy.lease = lease;
        copy.endedAtMicros = endedAtMicros;
        copy.result = result;
        copy.labels = labels;
        copy.optionalFields = optionalFields == null ? null : optionalFields.copy();
        return copy;
    }

    public long number() {
        return number;
    }

    public JobId id() {
        return id;
    }

    public Terms terms() {
        return terms;
    }

    public void terms(Terms value) {
        terms = value;
    }

    public long createdAtMicros() {
        return createdAtMicros;
    }

    /** The time for which the job was scheduled, or else its creation time. */
    public long startsAtMicros() {
        return startsAtMicros;
    }

    public JobQueue queue() {
        return queue;
    }

    public void queue(JobQueue value) {
        queue = value;
    }

    public byte[] payload() {
        return payload;
    }

    public void payload(byte[] value) {
        payload = value;
    }

    public long priority() {
        return priority;
    }

    public void priority(long value) {
        priority = value;
    }

    public State state() {
        return state;
    }

    /**
     * Changes the state; throws if the table of transitions does not allow it. Called only by the lifecycle package.
     */
    public void transition(State to) {
        if (!state.mayBecome(to)) {
            throw new IllegalStateException("job " + number + " cannot change from " + state + " to " + to);
        }
        state = to;
    }

    /** The time from which the job can be leased; orders jobs of the same priority. */
    public long dueAtMicros() {
        return dueAtMicros;
    }

    public void dueAtMicros(long value) {
        dueAtMicros = value;
    }

    public int attempts() {
        return attempts;
    }

    public void attempts(int value) {
        attempts = value;
    }

    public int fails() {
        return fails;
    }

    public void fails(int value) {
        fails = value;
    }

    public int retriesUsed() {
        return retriesUsed;
    }

    public void retriesUsed(int value) {
        retriesUsed = value;
    }

    /** Whether the last try ended with a lapse rather than a reported failure. */
    public boolean timedOut() {
        return timedOut;
    }

    public void timedOut(boolean value) {
        timedOut = value;
    }

    /** Whether delay and lease end when a caller polls the queue; the engine then has no deadlines for them. */
    public boolean polled() {
        return optionalFields != null && optionalFields.qless().onCallerClock();
    }

    /** Whether the job is leased before all other jobs of its queue. It still shows its last worker. */
    public boolean goesFirst() {
        return optionalFields != null && optionalFields.qless().stalled();
    }

    /** The current lease or, in states other than LEASED, the last one; null before the first. */
    public @Nullable Lease lease() {
        return lease;
    }

    public void lease(@Nullable Lease value) {
        lease = value;
    }

    /** The name of the worker that holds the job; null if nobody does, or does not tell its name. */
    public @Nullable String heldBy() {
        return lease != null && state == State.LEASED ? lease.worker() : null;
    }

    /** The end of the lease; {@link DeadlineHeap#NEVER} if there was none. */
    public long leaseEndsAtMicros() {
        return lease == null ? DeadlineHeap.NEVER : lease.deadlineMicros();
    }

    /** The worker that holds the job, or held it before it went first; null if there is none, or it has no name. */
    public @Nullable String holder() {
        return lease != null && (state == State.LEASED || goesFirst()) ? lease.worker() : null;
    }

    public long endedAtMicros() {
        return endedAtMicros;
    }

    public void endedAtMicros(long value) {
        endedAtMicros = value;
    }

    public byte @Nullable [] result() {
        return result;
    }

    public void result(byte @Nullable [] value) {
        result = value;
    }

    public JobLabels labels() {
        return labels;
    }

    public void labels(JobLabels value) {
        labels = value;
    }

    /** What most jobs do not have. */
    public JobOptions options() {
        return labels.options();
    }

    public void options(JobOptions value) {
        labels = labels.with(value);
    }

    /** What ties the job to others. */
    public JobTies ties() {
        return labels.options().ties();
    }

    /** The time up to which the job holds its unique key, even if it has ended; 0 for no time. */
    public long keyHeldUntilMicros() {
        UniqueKey unique = ties().unique();
        return unique == null || unique.forMicros() == 0 ? 0 : DeadlineHeap.after(createdAtMicros, unique.forMicros());
    }

    /** Why the job failed last, if its worker told so in parts. */
    public @Nullable JobError error() {
        Failure failure = optionalFields == null ? null : optionalFields.failure();
        return failure == null ? null : failure.error();
    }

    /** How the job goes with others. */
    public JobFlow flow() {
        return optionalFields == null ? JobFlow.NONE : optionalFields.flow();
    }

    public @Nullable OptionalJobFields optionalFields() {
        return optionalFields;
    }

    public void optionalFields(@Nullable OptionalJobFields value) {
        optionalFields = value;
    }

    public Status status() {
        return Status.of(state, timedOut);
    }

    /** The name of the state in a rejection. */
    public String stateName() {
        return optionalFields == null ? state.name() : optionalFields.qless().nameOf(state);
    }

    public int deadlineIndex() {
        return deadlineIndex;
    }

    public void deadlineIndex(int value) {
        deadlineIndex = value;
    }

    /** The number of the last snapshot that saved this job. */
    public int savedIn() {
        return savedIn;
    }

    public void savedIn(int value) {
        savedIn = value;
    }

    /**
     * The retention of the job if it ends so. One that was cancelled because of a failed dependency is kept as long as if it
     * had failed itself, because it comes back when the dependency is retried.
     */
    public long keepMicros(State end) {
        boolean returns = end == State.CANCELLED && flow().cancelledBy() != null;
        return terms.keep().micros(returns ? State.FAILED : end);
    }

    /** The time at which the TTL passes. */
    public long ttlEndsAtMicros() {
        return DeadlineHeap.after(startsAtMicros, terms.ttlMicros());
    }

    /** The time at which the server's clock removes the job: end of TTL or of retention, which lasts while it holds a key. */
    public long expiresAtMicros() {
        long ttlEnd = ttlEndsAtMicros();
        if (!state.ended()) {
            return ttlEnd;
        }
        long kept = DeadlineHeap.after(endedAtMicros, keepMicros(state));
        return Math.min(ttlEnd, Math.max(kept, keyHeldUntilMicros()));
    }

    /** The time at which a foreground job that no worker acquired is removed. */
    public long waitEndsAtMicros() {
        boolean waiting = terms.foreground() && state != State.LEASED && !state.ended();
        return waiting ? DeadlineHeap.after(startsAtMicros, terms.waitMicros()) : DeadlineHeap.NEVER;
    }

    /** The time at which the server's clock changes the state: the due time or the lease's deadline. */
    public long nextTransitionAtMicros() {
        if (polled()) {
            return DeadlineHeap.NEVER;
        }
        return switch (state) {
            case SCHEDULED, RETRYING -> dueAtMicros;
            case LEASED -> leaseEndsAtMicros();
            default -> DeadlineHeap.NEVER;
        };
    }

    /** The estimated memory of the job and its places in the indexes, without terms and queue. */
    public long sizeBytes() {
        return OVERHEAD_BYTES
                + id.sizeBytes()
                + HeapBytes.array(payload)
                + HeapBytes.array(result)
                + labels.sizeBytes()
                + (lease == null ? 0 : leaseBytes(lease))
                + (optionalFields == null ? 0 : optionalFields.sizeBytes() + keyBytes(optionalFields));
    }

    /**
     * A job that comes back with a dependency takes its limit key again, also when memory is full. So the room that its key
     * had is not given to others.
     */
    private long keyBytes(OptionalJobFields fields) {
        String key = ties().limitKey();
        return key == null || fields.flow().cancelledBy() == null
                ? 0
                : LimitKey.BYTES + KeyLine.BYTES + HeapBytes.string(key);
    }

    /** The worker's name is counted with the history, if there is one. */
    private long leaseBytes(Lease held) {
        long indexed = state == State.LEASED && held.worker() != null ? HELD_BYTES : 0;
        return indexed + (optionalFields == null ? HeapBytes.string(held.worker()) : 0);
    }

    /**
     * A copy of the job.
     *
     * @param qless the part of the copy that only qless shows
     */
    public JobView view(QlessJobView qless) {
        return new JobView(
                number,
                id,
                queue.name(),
                payload,
                priority,
                state,
                terms,
                createdAtMicros,
                startsAtMicros,
                dueAtMicros,
                attempts,
                fails,
                retriesUsed,
                timedOut,
                lease,
                endedAtMicros,
                result,
                labels,
                qless,
                null);
    }
}
