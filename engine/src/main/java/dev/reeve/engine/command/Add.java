package dev.reeve.engine.command;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.TermsPool;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.format.AddOptionsFormat;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.TermsFormat;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates a job or, depending on the options, moves the existing job with its id. Returns the job's number.
 *
 * @param priority higher first; {@link #QUEUE_PRIORITY} for the default of the queue
 * @param startsAtMicros the due time by the clock of the options; {@link #NOW} for at once. A time in the past gives
 *     the job an earlier place
 */
@SuppressWarnings("ArrayRecordComponent")
public record Add(
        JobId id, String queue, byte[] payload, long priority, long startsAtMicros, Terms terms, AddOptions options)
        implements Command<Long> {
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
        boolean changesUnknown = options.patch().ofQueue() || options.declaredQueue();
        long unknown = changesUnknown ? TermsPool.mostBytes(TermsPool.MOST_DELAYS) : 0;
        long own = TermsPool.mostBytes(terms.retry().delaysMicros().size() + options.patch().delayCount());
        return jobBytes(Math.max(unknown, own)) + Growth.queue(queue);
    }

    @Override
    public long growthBytes(EngineState state) {
        Job existing = state.find(JobRef.of(id));
        long before = existing == null ? 0 : Job.OVERHEAD_BYTES + HeapBytes.array(existing.payload());
        long bytes = jobBytes(termsBytes(state.queue(queue)));
        return Math.min(growthBytes(), Math.max(0, bytes - before + Growth.queue(state, queue)));
    }

    /** The terms that the options change: those of the command, or the queue's. */
    public Terms baseTerms(@Nullable JobQueue known) {
        boolean ofQueue = options.declaredQueue() || options.patch().ofQueue();
        Terms defaults = ofQueue && known != null ? known.defaults() : null;
        return defaults == null ? terms : defaults;
    }

    private long termsBytes(@Nullable JobQueue known) {
        TermsPatch patch = options.patch();
        return TermsPool.sizeBytes(patch.on(baseTerms(known)));
    }

    private long jobBytes(long termsBytes) {
        boolean noted = options.clock() != null || !options.dependencies().isEmpty();
        return Job.OVERHEAD_BYTES
                + id.sizeBytes()
                + HeapBytes.array(payload)
                + termsBytes
                + Growth.text(options.klass())
                + Growth.tags(options.tags())
                + Growth.dependencies(options.dependencies())
                + (noted ? Growth.HISTORY : 0);
    }

    @Override
    public List<JobRef> jobs() {
        boolean moves = options.existing() != AddOptions.Existing.REFUSE;
        if (!moves && options.dependencies().isEmpty()) {
            return List.of();
        }
        List<JobRef> named = new ArrayList<>();
        if (moves) {
            named.add(JobRef.of(id));
        }
        options.dependencies().forEach(dependency -> named.add(JobRef.of(dependency)));
        return named;
    }

    @Override
    public Outcome<Long> apply(EngineState state) {
        JobQueue known = state.queue(queue);
        if (known == null && options.declaredQueue()) {
            return Outcome.refused(Rejection.QUEUE_NOT_FOUND);
        }
        Job existing = state.find(JobRef.of(id));
        if (existing != null && options.existing() == AddOptions.Existing.REFUSE) {
            return Outcome.refused(Rejection.JOB_EXISTS);
        }
        if (existing == null && options.existing() == AddOptions.Existing.REQUIRE) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        CallerClock clock = options.clock();
        if (clock == null && expiresBeforeDue(options.patch().on(baseTerms(known)), state.atMicros())) {
            return Outcome.refused(Rejection.EXPIRES_BEFORE_DUE);
        }
        Job job = clock == null
                ? state.placements().add(this)
                : state.qless().placements().put(clock, this, existing);
        return Outcome.of(job.number());
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
