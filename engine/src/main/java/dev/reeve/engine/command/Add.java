package dev.reeve.engine.command;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.TermsPool;
import dev.reeve.engine.batch.BatchRecord;
import dev.reeve.engine.batch.Batches;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.format.AddOptionsFormat;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.TermsFormat;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobOptions;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Creates a job or, depending on the options, moves or returns the existing job with its id.
 *
 * @param priority higher first; {@link #QUEUE_PRIORITY} for that of the queue, if the options take its defaults
 * @param startsAtMicros the due time by the clock of the options; {@link #NOW} for at once. A time in the past gives
 *     the job an earlier place
 */
@SuppressWarnings("ArrayRecordComponent")
public record Add(
        JobId id, String queue, byte[] payload, long priority, long startsAtMicros, Terms terms, AddOptions options)
        implements Command<AddedJob> {
    public static final long NOW = Long.MIN_VALUE;

    /** Stands for the default priority of the queue. */
    public static final long QUEUE_PRIORITY = Long.MIN_VALUE;

    public Add(JobId id, String queue, byte[] payload, long priority, long startsAtMicros, Terms terms) {
        this(id, queue, payload, priority, startsAtMicros, terms, AddOptions.NONE);
    }

    @Override
    public CommandType type() {
        return CommandType.ADD;
    }

    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public long growthBytes() {
        return jobBytes() + Growth.queue(queue);
    }

    @Override
    public long growthBytes(EngineState state) {
        return Math.min(growthBytes(), jobBytes(state) + Growth.queue(state, queue));
    }

    /** What the job adds in this state, without its queue. */
    long jobBytes(EngineState state) {
        Job existing = state.find(JobRef.of(id));
        long before = existing == null ? 0 : Job.OVERHEAD_BYTES + HeapBytes.array(existing.payloadLength());
        long key = existing == null || !options.existing().moves()
                ? 0
                : Growth.limitKey(existing.ties().limitKey());
        return Math.max(0, jobBytes(TermsPool.sizeBytes(termsIn(state.queue(queue)))) - before) + key;
    }

    /** The terms that the options change: those of the command, or the queue's. */
    public Terms baseTerms(@Nullable JobQueue known) {
        boolean ofQueue = options.declaredQueue() || options.patch().ofQueue();
        Terms defaults = ofQueue && known != null ? known.defaults() : null;
        return defaults == null ? terms() : defaults;
    }

    private Terms termsIn(@Nullable JobQueue known) {
        return options.patch().on(baseTerms(known));
    }

    /** The most that the job adds, without its queue. */
    long jobBytes() {
        boolean ofQueue = options.patch().ofQueue() || options.declaredQueue();
        long unknown = ofQueue ? TermsPool.mostBytes(TermsPool.MOST_DELAYS) : 0;
        int own = terms.retry().delaysMicros().size() + options.patch().delayCount();
        return jobBytes(Math.max(unknown, TermsPool.mostBytes(own)))
                + (options.existing().moves() ? Growth.MOST_OF_LIMIT_KEY : 0);
    }

    private long jobBytes(long termsBytes) {
        boolean noted = options.clock() != null || !options.dependencies().isEmpty();
        return Job.OVERHEAD_BYTES
                + Job.idBytes(id)
                + HeapBytes.array(payload)
                + termsBytes
                + (options.klass() == null ? 0 : JobLabels.OVERHEAD_BYTES + Growth.text(options.klass()))
                + Growth.tags(options.tags())
                + Growth.dependencies(options.dependencies())
                + optionsBytes()
                + flowBytes()
                + (noted ? Growth.HISTORY : 0)
                + successorBytes();
    }

    /** A job that waits for the end of another depends on it. */
    private long successorBytes() {
        UniqueKey unique = options.ties().unique();
        return unique == null || unique.otherwise() != Duplicate.REPLACE
                ? 0
                : Growth.HISTORY + Growth.MOST_OF_DEPENDENCY;
    }

    private long flowBytes() {
        boolean asks = options.ties().ifDependencyFails() != DependencyRule.NONE
                && !options.dependencies().isEmpty();
        return (asks ? Growth.needs(options.dependencies()) : 0)
                + (options.ties().batch() == null ? 0 : HeapBytes.SLOT + BatchRecord.queueBytes(queue));
    }

    private long optionsBytes() {
        return options.headers().isEmpty() && options.ties().isNone()
                ? 0
                : JobOptions.GROWTH_BYTES
                        + options.headers().sizeBytes()
                        + options.ties().sizeBytes()
                        + Growth.limitKey(options.ties().limitKey());
    }

    /** The one that has the id already. */
    @Override
    public int mostChanged() {
        return 1;
    }

    @Override
    public List<JobRef> lookups() {
        List<JobRef> named = new ArrayList<>();
        named.add(JobRef.of(id));
        options.dependencies().forEach(dependency -> named.add(JobRef.of(dependency)));
        return named;
    }

    @Override
    public List<JobRef> jobs() {
        if (!options.existing().moves() && options.dependencies().isEmpty()) {
            return List.of();
        }
        List<JobRef> named = new ArrayList<>();
        if (options.existing().moves()) {
            named.add(JobRef.of(id));
        }
        options.dependencies().forEach(dependency -> named.add(JobRef.of(dependency)));
        return named;
    }

    @Override
    public List<String> batches() {
        String batch = options.ties().batch();
        return batch == null ? List.of() : List.of(batch);
    }

    @Override
    public Outcome<AddedJob> apply(EngineState state) {
        Job existing = state.find(JobRef.of(id));
        Rejection why = refusal(state, existing, new NonIterableMap<>(), false);
        if (why != null) {
            Job holder = why == Rejection.KEY_TAKEN ? state.duplicates().holder(this) : null;
            return holder == null
                    ? Outcome.refused(why)
                    : Outcome.refused(why, holder.id().toString());
        }
        CallerClock clock = options.clock();
        if (existing != null && !options.existing().moves()) {
            return Outcome.of(AddedJob.of(existing, false));
        }
        UniqueKey unique = options.ties().unique();
        Job holder = existing == null ? state.duplicates().holder(this) : null;
        if (unique != null && holder != null) {
            return Outcome.of(state.duplicates().add(this, unique, holder));
        }
        Job job = clock == null
                ? state.placements().add(this)
                : state.qless().placements().put(clock, this, existing);
        return Outcome.of(AddedJob.of(job, existing == null));
    }

    /**
     * Why the job cannot be added; null if it can.
     *
     * @param existing the job with that id, if there is one
     * @param before the commands that will be executed before this one and create a job, by id; of those with the same id the
     *     first
     * @param keyTaken whether a command before this one will take its unique key, if it is free now
     */
    @Nullable
    Rejection refusal(EngineState state, @Nullable Job existing, NonIterableMap<JobId, Add> before, boolean keyTaken) {
        Add earlier = before.get(id);
        if (state.queue(queue) == null && options.declaredQueue()) {
            return Rejection.QUEUE_NOT_FOUND;
        }
        boolean exists = existing != null || earlier != null;
        if (exists && !options.existing().moves()) {
            boolean returned = options.existing() == AddOptions.Existing.RETURN
                    && (existing != null ? isSame(existing) : earlier != null && isSame(earlier));
            return returned ? null : Rejection.JOB_EXISTS;
        }
        if (!exists && options.existing() == AddOptions.Existing.REQUIRE) {
            return Rejection.JOB_NOT_FOUND;
        }
        Rejection why = exists ? null : newJobRefusal(state, before, keyTaken);
        if (why != null || (!exists && !createsJob(state))) {
            return why;
        }
        boolean expires = options.clock() == null && expiresBeforeDue(termsIn(state.queue(queue)), state.atMicros());
        return expires ? Rejection.EXPIRES_BEFORE_DUE : null;
    }

    /** Whether the command creates a job if none has its id: the unique key is free, or the job waits for the holder's end. */
    boolean createsJob(EngineState state) {
        UniqueKey unique = options.ties().unique();
        Job holder = state.duplicates().holder(this);
        return unique == null || holder == null || state.duplicates().addsSuccessor(unique, holder);
    }

    private @Nullable Rejection newJobRefusal(EngineState state, NonIterableMap<JobId, Add> before, boolean keyTaken) {
        if (!state.limits().hasRoomFor(options.ties().limitKey())) {
            return Rejection.LIMIT_REACHED;
        }
        UniqueKey unique = options.ties().unique();
        Job holder = state.duplicates().holder(this);
        if (unique != null && holder != null) {
            Rejection why = state.duplicates().refusal(this, unique, holder);
            return why == null && createsJob(state) ? tiesRefusal(state, before) : why;
        }
        return unique != null && keyTaken && unique.otherwise() == Duplicate.REFUSE
                ? Rejection.KEY_TAKEN
                : tiesRefusal(state, before);
    }

    /** Why a new job cannot have these ties; null if it can. */
    private @Nullable Rejection tiesRefusal(EngineState state, NonIterableMap<JobId, Add> before) {
        if (options.ties().ifDependencyFails() != DependencyRule.NONE) {
            for (JobId dependency : options.dependencies()) {
                Job found = state.find(JobRef.of(dependency));
                if (dependency.equals(id)) {
                    return Rejection.DEPENDENCY_CYCLE;
                }
                // The result of a foreground job is not kept.
                if (found == null ? !before.contains(dependency) : found.terms().foreground()) {
                    return Rejection.UNKNOWN_DEPENDENCY;
                }
            }
        }
        String name = options.ties().batch();
        return name == null ? null : batchRefusal(state.batches().get(name), before.size());
    }

    /** @param ahead how many jobs may be added to the batch before this one */
    private static @Nullable Rejection batchRefusal(@Nullable JobBatch batch, int ahead) {
        if (batch == null) {
            return Rejection.BATCH_NOT_FOUND;
        }
        if (!batch.known().open()) {
            return Rejection.BATCH_CLOSED;
        }
        return batch.known().counts().total() + ahead >= Batches.MOST_JOBS ? Rejection.BATCH_FULL : null;
    }

    /** Whether the job is what an earlier command like this one has created. */
    private boolean isSame(Job existing) {
        return existing.queue().name().equals(queue)
                && Objects.equals(existing.labels().klass(), options.klass())
                && existing.hasPayload(payload);
    }

    private boolean isSame(Add earlier) {
        return earlier.queue().equals(queue)
                && Objects.equals(earlier.options().klass(), options.klass())
                && Arrays.equals(earlier.payload(), payload);
    }

    /** The priority of the job in that queue. */
    public long priorityIn(JobQueue known) {
        boolean ofQueue = options.patch().ofQueue() && priority == QUEUE_PRIORITY;
        return ofQueue ? known.priority() : priority;
    }

    private boolean expiresBeforeDue(Terms effective, long atMicros) {
        long startsAt = startsAtMicros == NOW ? atMicros : startsAtMicros;
        return DeadlineHeap.after(startsAt, effective.ttlMicros()) <= atMicros;
    }

    @Override
    public void write(ByteSink out) {
        out.putJobId(id);
        out.putString(queue);
        out.putSigned(priority);
        out.putVarLong(startsAtMicros);
        TermsFormat.write(terms, out);
        AddOptionsFormat.write(options, out);
        out.putBytes(payload);
    }

    public static Add read(ByteSource in) {
        JobId id = in.getJobId();
        String queue = in.getString();
        long priority = in.getSigned();
        long startsAt = in.getVarLong();
        Terms terms = TermsFormat.read(in);
        AddOptions options = AddOptionsFormat.read(in);
        return new Add(id, queue, in.getBytes(), priority, startsAt, terms, options);
    }
}
