package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RefFormat;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeaseEnd;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CallerClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Completes a job with a result or, if there is a next stage, moves it there. Without a claim it is accepted in any
 * unfinished state. Returns the job's new state.
 *
 * @param result null keeps the stored output. With a caller's clock, the result of a polled job becomes its payload
 * @param queue the queue that the job is expected in; null for any
 * @param next the next stage; null if the job is done
 * @param clock the caller's clock; null for the server's
 */
@SuppressWarnings("ArrayRecordComponent")
public record Complete(
        JobRef job,
        Claim claim,
        byte @Nullable [] result,
        @Nullable String queue,
        @Nullable NextStage next,
        @Nullable CallerClock clock)
        implements Command<State> {
    private static final byte[] NO_RESULT = new byte[0];

    /** The queue that a job moves to, with a delay and dependencies. */
    public record NextStage(String queue, long delayMicros, List<JobId> dependencies) {
        public NextStage {
            dependencies = List.copyOf(dependencies);
        }
    }

    /** Completes the job by the server's clock, without a next stage. */
    public Complete(JobRef job, Claim claim, byte @Nullable [] result) {
        this(job, claim, result, null, null, null);
    }

    @Override
    public CommandType type() {
        return CommandType.COMPLETE;
    }

    @Override
    public List<String> queues() {
        if (next == null) {
            return queue == null ? List.of() : List.of(queue);
        }
        return queue == null ? List.of(next.queue()) : List.of(queue, next.queue());
    }

    @Override
    public long growthBytes() {
        return Growth.content(result)
                + (next == null ? 0 : Growth.queue(next.queue()) + stageBytes(next) + Growth.MOST_OF_LIMIT_KEY);
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return 0;
        }
        if (next != null) {
            return Growth.replacingPayload(found, result)
                    + Growth.queue(state, next.queue())
                    + stageBytes(next)
                    + Growth.limitKey(found.ties().limitKey());
        }
        if (found.terms().keep().completedMicros() == 0 || found.terms().foreground()) {
            return 0;
        }
        boolean toPayload = clock != null && found.polled();
        return toPayload ? Growth.replacingPayload(found, result) : Growth.replacing(found.result(), result);
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    private static long stageBytes(NextStage stage) {
        return Growth.HISTORY + 2 * HistoryEvent.OVERHEAD_BYTES + Growth.dependencies(stage.dependencies());
    }

    @Override
    public List<JobRef> jobs() {
        if (next == null) {
            return List.of(job);
        }
        List<JobRef> named = new ArrayList<>();
        named.add(job);
        next.dependencies().forEach(id -> named.add(JobRef.of(id)));
        return named;
    }

    @Override
    public Outcome<State> apply(EngineState state) {
        Job found = state.find(job);
        if (LeaseChecks.repeated(found, claim) == LeaseEnd.COMPLETED) {
            return Outcome.of(State.COMPLETED);
        }
        Outcome<State> refusal = LeaseChecks.ofUnfinished(found, claim);
        if (refusal != null || found == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (queue != null && !found.queue().name().equals(queue)) {
            return Outcome.refused(Rejection.OTHER_QUEUE, found.queue().name());
        }
        if (next != null) {
            return Outcome.of(state.qless().placements().advance(clock, found, result, next));
        }
        CallerClock now = state.clockOr(clock);
        if (clock != null && result != null && found.polled()) {
            state.payload(found, result);
            state.ends().complete(now, found, NO_RESULT);
        } else {
            state.ends().complete(now, found, result);
        }
        LeaseChecks.noteEnd(state, found, claim, LeaseEnd.COMPLETED);
        return Outcome.of(State.COMPLETED);
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        RefFormat.write(claim, out);
        out.putOptionalString(queue);
        out.putBoolean(next != null);
        if (next != null) {
            out.putString(next.queue());
            out.putSigned(next.delayMicros());
            out.putList(next.dependencies(), ByteSink::putJobId);
        }
        RefFormat.write(clock, out);
        out.putOptionalBytes(result);
    }

    public static Complete read(ByteSource in) {
        JobRef job = RefFormat.readRef(in);
        Claim claim = RefFormat.readClaim(in);
        String queue = in.getOptionalString();
        NextStage next = in.getBoolean()
                ? new NextStage(in.getString(), in.getSigned(), in.getList(ByteSource::getJobId))
                : null;
        CallerClock clock = RefFormat.readClock(in);
        return new Complete(job, claim, in.getOptionalBytes(), queue, next, clock);
    }
}
