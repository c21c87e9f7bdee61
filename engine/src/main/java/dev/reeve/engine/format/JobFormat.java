package dev.reeve.engine.format;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.job.CancelRequest;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobFlow;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobHistory;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobOptions;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeaseEnd;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.Progress;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.QlessJobFields;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The encoding of a job in a snapshot. */
final class JobFormat {
    private static final int TIMED_OUT = 1;
    private static final int HAS_LEASE = 2;
    private static final int HAS_RESULT = 4;
    private static final int HAS_LABELS = 8;
    private static final int HAS_OPTIONAL_FIELDS = 16;
    private static final int HAS_OPTIONS = 32;
    private static final int HAS_TIES = 64;
    private static final int HAS_FLOW = 128;
    /** The payload is on disk already: there is its place. */
    private static final int HAS_STORED_PAYLOAD = 256;

    private static final int ALL_FLAGS = 511;

    /** Added to the code of the state: the terms are those of the job before. */
    private static final int SAME_TERMS = 128;

    private static final int NO_LEASE_END = 0;

    private JobFormat() {}

    /**
     * Writes a job.
     *
     * @param payload its bytes, or its place
     * @param before the terms of the job before in the same chunk; null for the first one
     */
    static void write(Job job, Object payload, @Nullable Terms before, ByteSink out) {
        boolean same = job.terms().equals(before);
        Lease lease = job.lease();
        byte[] result = job.result();
        OptionalJobFields optionalFields = job.optionalFields();
        out.putVarLong(job.number());
        out.putJobId(job.id());
        out.putVarLong(job.queue().number());
        out.putVarLong(job.createdAtMicros());
        out.putVarLong(job.startsAtMicros());
        out.putByte(job.state().code() | (same ? SAME_TERMS : 0));
        if (!same) {
            TermsFormat.write(job.terms(), out);
        }
        out.putSigned(job.priority());
        out.putVarLong(job.dueAtMicros());
        out.putVarLong(job.attempts());
        out.putVarLong(job.fails());
        out.putVarLong(job.retriesUsed());
        out.putVarLong(job.endedAtMicros());
        out.putVarLong((job.timedOut() ? TIMED_OUT : 0)
                | (lease != null ? HAS_LEASE : 0)
                | (result != null ? HAS_RESULT : 0)
                | (hasLabels(job) ? HAS_LABELS : 0)
                | (hasOptions(job) ? HAS_OPTIONS : 0)
                | (job.options().ties().isNone() ? 0 : HAS_TIES)
                | (job.flow().isNone() ? 0 : HAS_FLOW)
                | (payload instanceof StoredPayload ? HAS_STORED_PAYLOAD : 0)
                | (optionalFields != null ? HAS_OPTIONAL_FIELDS : 0));
        if (lease != null) {
            out.putVarLong(lease.token());
            out.putOptionalString(lease.worker());
            out.putVarLong(lease.startedAtMicros());
            out.putVarLong(lease.renewedAtMicros());
            out.putVarLong(lease.deadlineMicros());
        }
        if (result != null) {
            out.putBytes(result);
        }
        if (hasLabels(job)) {
            out.putOptionalString(job.labels().klass());
            out.putList(job.labels().tags(), ByteSink::putString);
        }
        if (hasOptions(job)) {
            write(job.options(), out);
        }
        if (!job.options().ties().isNone()) {
            TiesFormat.write(job.options().ties(), out);
        }
        if (optionalFields != null) {
            write(optionalFields, out);
        }
        if (!job.flow().isNone()) {
            RecordFormat.write(job.flow(), out);
        }
        if (payload instanceof StoredPayload stored) {
            write(stored, out);
        } else {
            out.putBytes((byte[]) payload);
        }
    }

    private static void write(StoredPayload stored, ByteSink out) {
        out.putVarLong(stored.file());
        out.putVarLong(stored.offset());
        out.putVarLong(stored.length());
        out.putSigned(stored.sum());
    }

    private static StoredPayload readStored(ByteSource in, PayloadBlock.Writer stored) {
        return stored.put(
                in.getCount(Integer.MAX_VALUE),
                in.getCount(Integer.MAX_VALUE),
                in.getCount(Integer.MAX_VALUE),
                in.getSigned());
    }

    /**
     * Reads a job. Of the state only the queues and the counters are used, which do not change while jobs are read.
     *
     * @param before the terms of the job before in the same chunk; null for the first one
     * @param stored keeps the places of payloads
     */
    static Job read(ByteSource in, @Nullable Terms before, EngineState state, PayloadBlock.Writer stored) {
        long number = in.getVarLong();
        JobId id = in.getJobId();
        JobQueue queue = queue(in.getVarLong(), state);
        long createdAt = in.getVarLong();
        long startsAt = in.getVarLong();
        int code = in.getByte();
        State jobState = State.ofCode(code & ~SAME_TERMS);
        Terms terms = (code & SAME_TERMS) == 0 ? TermsFormat.read(in) : before;
        if (terms == null) {
            throw new FormatException(
                    "job " + number + " of the snapshot has the terms of a job before, but is the first");
        }
        long priority = in.getSigned();
        long dueAt = in.getVarLong();
        int attempts = in.getCount(Integer.MAX_VALUE);
        int fails = in.getCount(Integer.MAX_VALUE);
        int retriesUsed = in.getCount(Integer.MAX_VALUE);
        long endedAt = in.getVarLong();
        int flags = in.getCount(ALL_FLAGS);
        Lease lease = (flags & HAS_LEASE) == 0
                ? null
                : new Lease(in.getVarLong(), in.getOptionalString(), in.getVarLong(), in.getVarLong(), in.getVarLong());
        byte[] result = (flags & HAS_RESULT) == 0 ? null : in.getBytes();
        String klass = (flags & HAS_LABELS) == 0 ? null : in.getOptionalString();
        List<String> tags = (flags & HAS_LABELS) == 0 ? List.of() : in.getList(ByteSource::getString);
        JobOptions options = (flags & HAS_OPTIONS) == 0 ? JobOptions.NONE : readOptions(in);
        JobTies ties = (flags & HAS_TIES) == 0 ? JobTies.NONE : TiesFormat.read(in);
        OptionalJobFields optionalFields =
                (flags & HAS_OPTIONAL_FIELDS) == 0 ? null : readOptionalFields(in, queue, lease, state);
        boolean flows = (flags & HAS_FLOW) != 0;
        require(!flows || optionalFields != null, number, "goes with others, but has no history");
        if (flows && optionalFields != null) {
            optionalFields.flow(RecordFormat.of(JobFlow.class).read(in));
        }
        Object payload = (flags & HAS_STORED_PAYLOAD) == 0 ? in.getBytes() : readStored(in, stored);
        Job job = Job.of(number, id, queue, payload, terms, createdAt, startsAt, jobState);
        job.priority(priority);
        job.dueAtMicros(dueAt);
        job.attempts(attempts);
        job.fails(fails);
        job.retriesUsed(retriesUsed);
        job.timedOut((flags & TIMED_OUT) != 0);
        job.lease(lease);
        job.endedAtMicros(endedAt);
        job.result(result);
        job.labels(JobLabels.of(klass, tags, options.withTies(ties)));
        job.optionalFields(optionalFields);
        check(job, state);
        return job;
    }

    private static boolean hasLabels(Job job) {
        return job.labels().klass() != null || !job.labels().tags().isEmpty();
    }

    private static boolean hasOptions(Job job) {
        return !job.options().equals(JobOptions.NONE);
    }

    private static void write(JobOptions options, ByteSink out) {
        LeaseEnd end = options.leaseEnd();
        out.putList(options.headers().namesAndValues(), ByteSink::putString);
        out.putOptional(options.progress(), (to, progress) -> {
            to.putVarLong(progress.percent());
            to.putString(progress.message());
        });
        out.putOptional(options.cancelRequest(), (to, request) -> {
            to.putVarLong(request.atMicros());
            to.putOptionalString(request.reason());
            to.putOptionalString(request.by());
        });
        out.putVarLong(options.lapses());
        out.putByte(end == null ? NO_LEASE_END : end.code());
    }

    private static JobOptions readOptions(ByteSource in) {
        List<String> headers = in.getList(ByteSource::getString);
        Progress progress = in.getOptional(from -> new Progress(from.getCount(Integer.MAX_VALUE), from.getString()));
        CancelRequest request = in.getOptional(
                from -> new CancelRequest(from.getVarLong(), from.getOptionalString(), from.getOptionalString()));
        int lapses = in.getCount(Integer.MAX_VALUE);
        int end = in.getByte();
        return new JobOptions(
                        headers.isEmpty() ? JobHeaders.NONE : new JobHeaders(headers),
                        progress,
                        request,
                        lapses,
                        end == NO_LEASE_END ? null : LeaseEnd.ofCode(end),
                        JobTies.NONE)
                .shared();
    }

    private static void write(OptionalJobFields fields, ByteSink out) {
        Failure failure = fields.failure();
        out.putVarLong(fields.history().events().size());
        fields.history().events().forEach(event -> write(event, out));
        out.putList(fields.dependencies(), ByteSink::putJobId);
        out.putList(fields.tagTimesMicros(), ByteSink::putSigned);
        out.putBoolean(failure != null);
        if (failure != null) {
            out.putString(failure.group());
            out.putOptionalString(failure.message());
            out.putString(failure.queue());
            out.putSigned(failure.whenMicros());
            out.putString(failure.worker());
            out.putVarLong(failure.order());
            out.putOptional(failure.error(), (to, error) -> {
                to.putString(error.type());
                to.putString(error.trace());
                to.putVarLong(error.atMicros());
            });
        }
        out.putSigned(fields.sinceMicros());
        out.putSigned(fields.delayedUntilMicros());
        fields.qless().write(out);
    }

    private static void write(HistoryEvent event, ByteSink out) {
        out.putSigned(event.whenMicros());
        out.putByte(event.type().code());
        out.putOptionalString(event.about());
        out.putOptionalString(event.worker());
        out.putOptionalBytes(event.data());
    }

    private static OptionalJobFields readOptionalFields(
            ByteSource in, JobQueue queue, @Nullable Lease lease, EngineState state) {
        String worker = lease == null ? null : lease.worker();
        OptionalJobFields fields = new OptionalJobFields();
        fields.history(new JobHistory(in.getList(from -> readEvent(from, worker, state))));
        fields.dependencies(in.getList(ByteSource::getJobId));
        fields.tagTimesMicros(in.getList(ByteSource::getSigned));
        fields.failure(in.getBoolean() ? readFailure(in, queue.name(), worker) : null);
        fields.sinceMicros(in.getSigned());
        fields.delayedUntilMicros(in.getSigned());
        fields.qless(QlessJobFields.read(in));
        return fields;
    }

    /** Events share the names of the queue and the worker, as they did when they were noted. */
    private static HistoryEvent readEvent(ByteSource in, @Nullable String worker, EngineState state) {
        long when = in.getSigned();
        HistoryEvent.Type type = HistoryEvent.Type.ofCode(in.getByte());
        String about = in.getOptionalString();
        JobQueue queue = type == HistoryEvent.Type.ADDED && about != null ? state.queue(about) : null;
        return new HistoryEvent(
                when,
                type,
                queue == null ? about : queue.name(),
                in.getBoolean() ? shared(in.getString(), worker) : null,
                in.getOptionalBytes());
    }

    private static Failure readFailure(ByteSource in, String queue, @Nullable String worker) {
        String group = in.getString();
        String message = in.getOptionalString();
        return new Failure(
                group,
                message,
                shared(in.getString(), queue),
                in.getSigned(),
                shared(in.getString(), worker),
                in.getVarLong(),
                in.getOptional(from -> new JobError(
                        from.getString(), message == null ? "" : message, from.getString(), from.getVarLong())));
    }

    private static String shared(String text, @Nullable String known) {
        return known != null && text.equals(known) ? known : text;
    }

    static JobQueue queue(long number, EngineState state) {
        JobQueue queue = state.queueByNumber(number);
        if (queue == null) {
            throw new FormatException("a job of the snapshot refers to the unknown queue " + number);
        }
        return queue;
    }

    /** Checks the invariants of a job that later commands rely on. */
    private static void check(Job job, EngineState state) {
        long number = job.number();
        Lease lease = job.lease();
        OptionalJobFields optionalFields = job.optionalFields();
        require(number > 0 && number <= state.lastNumber(), number, "has a number that was not assigned yet");
        require(lease != null || job.state() != State.LEASED, number, "is LEASED without a lease");
        boolean mayBeAsked = job.state() == State.LEASED || job.state().ended();
        require(job.options().cancelRequest() == null || mayBeAsked, number, "is to be cancelled, but waits");
        require(!job.terms().foreground() || !job.state().ended(), number, "is a foreground job, but has ended");
        boolean depends =
                optionalFields != null && !optionalFields.dependencies().isEmpty();
        require(depends == (job.state() == State.DEPENDS), number, "has dependencies that contradict its state");
        JobFlow flow = job.flow();
        require(flow.cancelledBy() == null || job.state() == State.CANCELLED, number, "was cancelled, but is not");
        require(flow.isDead() == (flow.deadFrom() != null), number, "came to a dead letter queue from nowhere");
        boolean inLine = job.state() == State.READY || job.state() == State.THROTTLED;
        require(!job.goesFirst() || inLine, number, "goes first, but is not READY");
        require(
                job.state() != State.THROTTLED || job.ties().limitKey() != null,
                number,
                "is THROTTLED, but has no key");
        require(lease == null || lease.token() <= state.lastToken(), number, "has a token that was not assigned yet");
    }

    private static void require(boolean holds, long number, String message) {
        if (!holds) {
            throw new FormatException("job " + number + " of the snapshot " + message);
        }
    }
}
