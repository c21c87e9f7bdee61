package dev.reeve.engine.job;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.qless.QlessJobView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a job at one time. The arrays are shared with the engine and must not be modified.
 *
 * @param content the bytes of the payload, or a {@link ShownPayload}
 * @param qless the part that only qless shows
 * @param obstacle which other job it waits for, or was cancelled because of; null if there is none
 */
@SuppressWarnings("ArrayRecordComponent")
public record JobView(
        long number,
        JobId id,
        String queue,
        Object content,
        long priority,
        State state,
        Terms terms,
        long createdAtMicros,
        long startsAtMicros,
        long dueAtMicros,
        int attempts,
        int fails,
        int retriesUsed,
        boolean timedOut,
        @Nullable Lease lease,
        long endedAtMicros,
        byte @Nullable [] result,
        JobLabels labels,
        QlessJobView qless,
        @Nullable Obstacle obstacle) {
    private static final byte[] NOTHING = new byte[0];
    private static final byte[] EMPTY_OBJECT = {'{', '}'};

    public byte[] payload() {
        return content() instanceof byte[] bytes ? bytes : ((ShownPayload) content()).bytes();
    }

    /** The length of the payload, also before it has been read. */
    public int payloadLength() {
        return content instanceof byte[] bytes
                ? bytes.length
                : ((ShownPayload) content).stored().length();
    }

    /** The same job behind an obstacle. */
    public JobView with(@Nullable Obstacle value) {
        return new JobView(
                number,
                id,
                queue,
                content,
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
                value);
    }

    /** Whether the claim is for the current lease. */
    public boolean isHeldBy(Claim claim) {
        return state == State.LEASED && lease != null && claim.matches(lease);
    }

    /** What most jobs do not have: headers, progress, the request to cancel it. */
    public JobOptions options() {
        return labels.options();
    }

    /** Why the job failed last, if its worker told so in parts. */
    public @Nullable JobError error() {
        OptionalJobFields fields = qless.optionalFields();
        Failure failure = fields == null ? null : fields.failure();
        return failure == null ? null : failure.error();
    }

    /** The time at which the server's clock removes the job: end of TTL or of retention. */
    public long expiresAtMicros() {
        long ttlEnd = DeadlineHeap.after(startsAtMicros, terms.ttlMicros());
        return state.ended() ? Math.min(ttlEnd, DeadlineHeap.after(endedAtMicros, keepMicros())) : ttlEnd;
    }

    private long keepMicros() {
        return terms.keep().micros(flow().cancelledBy() == null ? state : State.FAILED);
    }

    /** How the job goes with others. */
    public JobFlow flow() {
        OptionalJobFields fields = qless.optionalFields();
        return fields == null ? JobFlow.NONE : fields.flow();
    }

    /** What has happened to the job, as far as it has a history. */
    public List<HistoryEvent> history() {
        OptionalJobFields fields = qless.optionalFields();
        return fields == null ? List.of() : fields.history().events();
    }

    /** The unfinished jobs that the job depends on. */
    public List<JobId> dependencies() {
        OptionalJobFields fields = qless.optionalFields();
        return fields == null ? List.of() : fields.dependencies();
    }

    /** Whether the job has a history. */
    public boolean hasHistory() {
        return qless.optionalFields() != null;
    }

    /**
     * A copy without content of clients.
     *
     * @param hidesPayload there are no headers, and the payload is empty; that of a job on its caller's clock is an empty object, because its clients
     *     parse it
     * @param hidesEnds there is no result, and neither the message of the failure, nor what clients have logged, nor the
     *     texts of progress and cancel request
     */
    public JobView without(boolean hidesPayload, boolean hidesEnds) {
        return new JobView(
                number,
                id,
                queue,
                hidesPayload ? hidden() : content,
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
                hidesEnds ? null : result,
                labels.with(options().without(hidesPayload, hidesEnds)),
                hidesEnds ? qless.withoutContent() : qless,
                obstacle);
    }

    private byte[] hidden() {
        return qless.fields().onCallerClock() ? EMPTY_OBJECT : NOTHING;
    }

    public Status status() {
        return Status.of(state, timedOut);
    }
}
