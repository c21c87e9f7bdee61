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
 *
 * <p>Most jobs of a long queue have done nothing but wait: what a job has besides is in its {@link Ledger}, and ids of 16 bytes are
 * two numbers here, not objects.
 */
public sealed class Job {
    /** The object, and its places in the indexes by id, number, state and deadline. */
    private static final long WAITING_BYTES = 80 + 4 + 2 * HeapBytes.SLOT + 12;

    /** What a job gets with its first lease, or another change that it notes. */
    public static final long LEDGER_BYTES = Ledger.BYTES;

    /** What a packed job takes less besides its block: the object, and its deadline. */
    private static final long PACKED_SAVES = 80 + 12;

    /** The most that a job takes more when it is leased or changed otherwise, see {@link #uncountedBytes}. */
    public static final long MOST_UNCOUNTED_BYTES = Ledger.BYTES + PACKED_SAVES + JobBlock.MOST_LEAF_SAVED_BYTES;

    /**
     * A job and its places in the indexes, with its ledger, also before there is one: a job can then be leased and released when
     * memory is full. Of a job whose payload is on disk see {@link #uncountedBytes}.
     */
    public static final long OVERHEAD_BYTES = WAITING_BYTES + Ledger.BYTES;

    /** The place in the index by worker: about half of what a worker with one job costs. */
    public static final long HELD_BYTES = 72;

    private static final int TIMED_OUT = 1;
    private static final int UUID = 2;
    private static final int PACKED = 4;
    private static final int UNNAMED = 8;

    // The first four change only in an object that stands for packed jobs.
    private long number;
    private long idHigh;
    private long idLow;
    private long createdAtMicros;
    private long priority;
    private JobQueue queue;
    private Terms terms;
    /** The bytes, or the {@link PayloadBlock} that has the place of the payload. */
    private Object payload;

    private @Nullable Ledger ledger;
    private byte state;
    private byte flags;
    /** The slot in the block, if the payload is in one. */
    private byte payloadSlot;

    // Not part of snapshots.
    private int deadlineIndex = -1;
    private @Nullable Job nextInBucket;

    private Job(
            long number,
            JobId id,
            JobQueue queue,
            Object payload,
            Terms terms,
            long createdAtMicros,
            long startsAtMicros,
            State state) {
        this.number = number;
        this.idHigh = id instanceof JobId.Hex hex ? hex.high() : 0;
        this.idLow = id instanceof JobId.Hex hex ? hex.low() : 0;
        this.flags = (byte) (JobId.isUuid(id) ? UUID : 0);
        this.queue = queue;
        this.payload = payload instanceof StoredPayload stored ? stored.block() : payload;
        this.payloadSlot = payload instanceof StoredPayload stored ? (byte) stored.slot() : 0;
        this.terms = terms;
        this.createdAtMicros = createdAtMicros;
        this.state = (byte) state.code();
        this.ledger = startsAtMicros == createdAtMicros ? null : new Ledger(startsAtMicros);
    }

    /**
     * Creates a job.
     *
     * @param payload the bytes, or a {@link StoredPayload}
     */
    public static Job of(
            long number,
            JobId id,
            JobQueue queue,
            Object payload,
            Terms terms,
            long createdAtMicros,
            long startsAtMicros,
            State state) {
        return id instanceof JobId.Hex
                ? new Job(number, id, queue, payload, terms, createdAtMicros, startsAtMicros, state)
                : new Named(number, id, queue, payload, terms, createdAtMicros, startsAtMicros, state);
    }

    /** A job whose id is a text. */
    private static final class Named extends Job {
        private final JobId name;

        Named(
                long number,
                JobId name,
                JobQueue queue,
                Object payload,
                Terms terms,
                long createdAtMicros,
                long startsAtMicros,
                State state) {
            super(number, name, queue, payload, terms, createdAtMicros, startsAtMicros, state);
            this.name = name;
        }

        @Override
        public JobId id() {
            return name;
        }

        @Override
        public boolean hasId(JobId id) {
            return name.equals(id);
        }

        @Override
        public int idHash() {
            return name.hashCode();
        }
    }

    /** An object to {@link #load} a packed job into. */
    @SuppressWarnings("NullAway")
    static Job blank() {
        return new Job(0, JobId.ofDigits(0, 0), null, null, null, 0, 0, State.READY);
    }

    /** Stands for a packed job, whose id is not known before somebody asks for it. */
    void load(long ofNumber, long createdMicros) {
        number = ofNumber;
        flags = PACKED | UNNAMED;
        createdAtMicros = createdMicros;
    }

    void id(boolean isUuid, long high, long low) {
        flags = (byte) ((flags & ~(UNNAMED | UUID)) | (isUuid ? UUID : 0));
        idHigh = high;
        idLow = low;
    }

    /** Looks the id up, if it is not known. */
    private void name() {
        if ((flags & UNNAMED) != 0) {
            block().name(slot(), this);
        }
    }

    void load(JobBlock block, int slot, JobQueue ofQueue, Terms ofTerms, long ofPriority) {
        payloadSlot = (byte) slot;
        if (payload != block) {
            // A search looks at several jobs of one block, and references are work for the collector.
            payload = block;
            queue = ofQueue;
            terms = ofTerms;
            priority = ofPriority;
        }
    }

    /** Whether this object only stands for the job, which is packed. */
    public boolean isPacked() {
        return (flags & PACKED) != 0;
    }

    void unpacked() {
        name();
        flags = (byte) (flags & ~PACKED);
    }

    /** Whether the job has done nothing but wait, and has nothing that not every job has; its payload is on disk. */
    boolean isPlain() {
        return ledger == null
                && state() == State.READY
                && payload instanceof PayloadBlock
                && (flags & ~UUID) == 0
                && !terms.foreground()
                && !(this instanceof Named);
    }

    /** The block that has the job, if it is packed. */
    public JobBlock block() {
        return (JobBlock) payload;
    }

    /** The slot in its block. */
    public int slot() {
        return payloadSlot;
    }

    boolean isUuid() {
        name();
        return (flags & UUID) != 0;
    }

    long idHigh() {
        name();
        return idHigh;
    }

    long idLow() {
        name();
        return idLow;
    }

    /** A copy for a snapshot to write later. It shares payload and result and is in no index. */
    public Job copy() {
        Job copy = of(number, id(), queue, payload(), terms, createdAtMicros, startsAtMicros(), state());
        copy.priority = priority;
        copy.flags = (byte) (flags & ~PACKED);
        copy.ledger = ledger == null ? null : ledger.copy();
        return copy;
    }

    private Ledger ledger() {
        Ledger kept = ledger;
        if (kept == null) {
            kept = new Ledger(createdAtMicros);
            ledger = kept;
        }
        return kept;
    }

    public long number() {
        return number;
    }

    public JobId id() {
        name();
        return (flags & UUID) != 0 ? JobId.ofUuid(idHigh, idLow) : JobId.ofDigits(idHigh, idLow);
    }

    /** Whether the job has that id, without creating its id. */
    public boolean hasId(JobId id) {
        name();
        return id instanceof JobId.Hex hex
                && hex.low() == idLow
                && hex.high() == idHigh
                && hex.dashes() == ((flags & UUID) != 0);
    }

    /** As {@link #idHash}, with more bits. Only ids of 16 bytes have it. */
    public long longIdHash() {
        name();
        return JobId.Hex.longHash((flags & UUID) != 0, idHigh, idLow);
    }

    /** The hash of the id, without creating it. */
    public int idHash() {
        name();
        return JobId.Hex.hash((flags & UUID) != 0, idHigh, idLow);
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
        return ledger == null ? createdAtMicros : ledger.startsAtMicros;
    }

    public JobQueue queue() {
        return queue;
    }

    public void queue(JobQueue value) {
        queue = value;
    }

    /** The bytes of the payload or, if it is on disk only, a {@link StoredPayload}. No rule depends on which of them it is. */
    public Object payload() {
        return payload instanceof PayloadBlock block ? new StoredPayload(block, payloadSlot) : payload;
    }

    /** Sets the payload: the bytes, or a {@link StoredPayload}. */
    public void payload(Object value) {
        if (value instanceof StoredPayload stored) {
            payload = stored.block();
            payloadSlot = (byte) stored.slot();
        } else {
            payload = value;
        }
    }

    public int payloadLength() {
        return payload instanceof PayloadBlock block ? block.length(payloadSlot) : ((byte[]) payload).length;
    }

    /** Whether the payload has this content, as far as length and sum tell: it decides alike wherever the payload is. */
    public boolean hasPayload(byte[] other) {
        if (payload instanceof byte[] bytes) {
            return bytes.length == other.length && StoredPayload.haveSameSum(bytes, other);
        }
        return ((StoredPayload) payload()).hasContent(other);
    }

    public long priority() {
        return priority;
    }

    public void priority(long value) {
        priority = value;
    }

    public State state() {
        return State.ofCode(state);
    }

    /**
     * Changes the state; throws if the table of transitions does not allow it. Called only by the lifecycle package.
     */
    public void transition(State to) {
        if (!state().mayBecome(to)) {
            throw new IllegalStateException("job " + number + " cannot change from " + state() + " to " + to);
        }
        state = (byte) to.code();
    }

    /** The time from which the job can be leased; orders jobs of the same priority. */
    public long dueAtMicros() {
        return ledger == null ? createdAtMicros : ledger.dueAtMicros;
    }

    public void dueAtMicros(long value) {
        if (value != dueAtMicros()) {
            ledger().dueAtMicros = value;
        }
    }

    public int attempts() {
        return ledger == null ? 0 : ledger.attempts;
    }

    public void attempts(int value) {
        if (value != attempts()) {
            ledger().attempts = value;
        }
    }

    public int fails() {
        return ledger == null ? 0 : ledger.fails;
    }

    public void fails(int value) {
        if (value != fails()) {
            ledger().fails = value;
        }
    }

    public int retriesUsed() {
        return ledger == null ? 0 : ledger.retriesUsed;
    }

    public void retriesUsed(int value) {
        if (value != retriesUsed()) {
            ledger().retriesUsed = value;
        }
    }

    /** Whether the last try ended with a lapse rather than a reported failure. */
    public boolean timedOut() {
        return (flags & TIMED_OUT) != 0;
    }

    public void timedOut(boolean value) {
        flags = (byte) (value ? flags | TIMED_OUT : flags & ~TIMED_OUT);
    }

    /** Whether delay and lease end when a caller polls the queue; the engine then has no deadlines for them. */
    public boolean polled() {
        OptionalJobFields fields = optionalFields();
        return fields != null && fields.qless().onCallerClock();
    }

    /** Whether the job is leased before all other jobs of its queue. It still shows its last worker. */
    public boolean goesFirst() {
        OptionalJobFields fields = optionalFields();
        return fields != null && fields.qless().stalled();
    }

    /** The current lease or, in states other than LEASED, the last one; null before the first. */
    public @Nullable Lease lease() {
        return ledger == null ? null : ledger.lease();
    }

    public void lease(@Nullable Lease value) {
        if (value != null || ledger != null) {
            ledger().lease(value);
        }
    }

    /** The name of the worker that holds the job; null if nobody does, or does not tell its name. */
    public @Nullable String heldBy() {
        return ledger != null && state() == State.LEASED ? ledger.worker() : null;
    }

    /** The end of the lease; {@link DeadlineHeap#NEVER} if there was none. */
    public long leaseEndsAtMicros() {
        return ledger == null || !ledger.hasLease() ? DeadlineHeap.NEVER : ledger.deadlineMicros();
    }

    /** The worker that holds the job, or held it before it went first; null if there is none, or it has no name. */
    public @Nullable String holder() {
        return ledger != null && (state() == State.LEASED || goesFirst()) ? ledger.worker() : null;
    }

    public long endedAtMicros() {
        return ledger == null ? 0 : ledger.endedAtMicros;
    }

    public void endedAtMicros(long value) {
        if (value != endedAtMicros()) {
            ledger().endedAtMicros = value;
        }
    }

    public byte @Nullable [] result() {
        return ledger == null ? null : ledger.result;
    }

    public void result(byte @Nullable [] value) {
        if (value != null || ledger != null) {
            ledger().result = value;
        }
    }

    public JobLabels labels() {
        return ledger == null ? JobLabels.NONE : ledger.labels;
    }

    public void labels(JobLabels value) {
        if (ledger != null || !value.isNone()) {
            ledger().labels = value;
        }
    }

    /** What most jobs do not have. */
    public JobOptions options() {
        return labels().options();
    }

    public void options(JobOptions value) {
        labels(labels().with(value));
    }

    /** What ties the job to others. */
    public JobTies ties() {
        return labels().options().ties();
    }

    /** The time up to which the job holds its unique key, even if it has ended; 0 for no time. */
    public long keyHeldUntilMicros() {
        UniqueKey unique = ties().unique();
        return unique == null || unique.forMicros() == 0 ? 0 : DeadlineHeap.after(createdAtMicros, unique.forMicros());
    }

    /** Why the job failed last, if its worker told so in parts. */
    public @Nullable JobError error() {
        OptionalJobFields fields = optionalFields();
        Failure failure = fields == null ? null : fields.failure();
        return failure == null ? null : failure.error();
    }

    /** How the job goes with others. */
    public JobFlow flow() {
        OptionalJobFields fields = optionalFields();
        return fields == null ? JobFlow.NONE : fields.flow();
    }

    public @Nullable OptionalJobFields optionalFields() {
        return ledger == null ? null : ledger.optionalFields;
    }

    public void optionalFields(@Nullable OptionalJobFields value) {
        if (value != null || ledger != null) {
            ledger().optionalFields = value;
        }
    }

    public Status status() {
        return Status.of(state(), timedOut());
    }

    /** The name of the state in a rejection. */
    public String stateName() {
        OptionalJobFields fields = optionalFields();
        return fields == null ? state().name() : fields.qless().nameOf(state());
    }

    public int deadlineIndex() {
        return deadlineIndex;
    }

    public void deadlineIndex(int value) {
        deadlineIndex = value;
    }

    /** The number of the last snapshot that saved this job. */
    public int savedIn() {
        return ledger == null ? 0 : ledger.savedIn;
    }

    public void savedIn(int value) {
        ledger().savedIn = value;
    }

    /** The next job of its bucket in the index by id. */
    public @Nullable Job nextInBucket() {
        return nextInBucket;
    }

    public void nextInBucket(@Nullable Job value) {
        nextInBucket = value;
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
        return DeadlineHeap.after(startsAtMicros(), terms.ttlMicros());
    }

    /** The time at which the server's clock removes the job: end of TTL or of retention, which lasts while it holds a key. */
    public long expiresAtMicros() {
        long ttlEnd = ttlEndsAtMicros();
        if (!state().ended()) {
            return ttlEnd;
        }
        long kept = DeadlineHeap.after(endedAtMicros(), keepMicros(state()));
        return Math.min(ttlEnd, Math.max(kept, keyHeldUntilMicros()));
    }

    /** The time at which a foreground job that no worker acquired is removed. */
    public long waitEndsAtMicros() {
        boolean waiting = terms.foreground() && state() != State.LEASED && !state().ended();
        return waiting ? DeadlineHeap.after(startsAtMicros(), terms.waitMicros()) : DeadlineHeap.NEVER;
    }

    /** The time at which the server's clock changes the state: the due time or the lease's deadline. */
    public long nextTransitionAtMicros() {
        if (polled()) {
            return DeadlineHeap.NEVER;
        }
        return switch (state()) {
            case SCHEDULED, RETRYING -> dueAtMicros();
            case LEASED -> leaseEndsAtMicros();
            default -> DeadlineHeap.NEVER;
        };
    }

    /** The estimated memory of the job and its places in the indexes, without terms and queue. */
    public long sizeBytes() {
        OptionalJobFields fields = optionalFields();
        return OVERHEAD_BYTES
                + (this instanceof Named ? idBytes(id()) : 0)
                + HeapBytes.array(payloadLength())
                + HeapBytes.array(result())
                + labels().sizeBytes()
                + leaseBytes(fields != null)
                + (fields == null ? 0 : fields.sizeBytes() + keyBytes(fields));
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

    /** What {@link #sizeBytes} has of the job that is not there before it is leased. */
    public long aheadBytes() {
        return ledger == null ? Ledger.BYTES : 0;
    }

    /**
     * As {@link #aheadBytes}, if the payload is on disk, and what the job does not take while it is packed. The room for it is not kept
     * free: who changes the job needs it. For a job that is kept after its end it is kept free, or a full server could not finish
     * what it has: each finished job would take more than it did while it waited.
     */
    public long uncountedBytes() {
        boolean counted = ledger != null
                || !(payload instanceof PayloadBlock)
                || !terms().keep().isNone();
        return counted ? 0 : Ledger.BYTES + (isPacked() ? PACKED_SAVES + block().leafSavedBytes() : 0);
    }

    /** What a job takes for that id: nothing for one of 16 bytes, which is part of every job. */
    public static long idBytes(JobId id) {
        return id instanceof JobId.Hex ? 0 : id.sizeBytes() + 8;
    }

    /** The worker's name is counted with the history, if there is one. */
    private long leaseBytes(boolean hasHistory) {
        String worker = ledger == null ? null : ledger.worker();
        if (worker == null) {
            return 0;
        }
        return (state() == State.LEASED ? HELD_BYTES : 0) + (hasHistory ? 0 : HeapBytes.string(worker));
    }

    /**
     * A copy of the job.
     *
     * @param shown the payload: bytes, or a {@link ShownPayload}
     * @param qless the part of the copy that only qless shows
     */
    public JobView view(Object shown, QlessJobView qless) {
        return new JobView(
                number,
                id(),
                queue.name(),
                shown,
                priority,
                state(),
                terms,
                createdAtMicros,
                startsAtMicros(),
                dueAtMicros(),
                attempts(),
                fails(),
                retriesUsed(),
                timedOut(),
                lease(),
                endedAtMicros(),
                result(),
                labels(),
                qless,
                null);
    }
}
