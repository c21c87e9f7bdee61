package dev.reeve.engine.command;

import dev.reeve.engine.CallerClock;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a stage of a job that the worker has, with new data: the job is completed or, if there is a next queue, put there.
 * Its reply is the job's state after that.
 *
 * @param queue where the worker believes that it runs
 * @param next the queue of the next stage; null if this was the last
 */
@SuppressWarnings("ArrayRecordComponent")
public record Advance(
        CallerClock caller,
        JobId id,
        String worker,
        String queue,
        byte[] payload,
        @Nullable String next,
        long delayMicros,
        List<JobId> depends)
        implements Command<State> {
    private static final byte[] NO_RESULT = new byte[0];

    public Advance {
        depends = List.copyOf(depends);
    }

    @Override
    public CommandType type() {
        return CommandType.ADVANCE;
    }

    @Override
    public Outcome<State> apply(EngineState store) {
        Job job = store.find(JobRef.of(id));
        Outcome<State> refusal = LeaseChecks.ofHeld(job, worker);
        if (refusal != null || job == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (!job.queue().name().equals(queue)) {
            return Outcome.refused(Rejection.OTHER_QUEUE, job.queue().name());
        }
        if (next != null) {
            return Outcome.of(store.qlessTransitions().advance(caller, job, payload, next, delayMicros, depends));
        }
        store.jobEdits().payload(job, payload);
        store.transitions().complete(caller, job, job.onCallerClock() ? NO_RESULT : payload);
        return Outcome.of(State.COMPLETED);
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        out.putJobId(id);
        out.putString(worker);
        out.putString(queue);
        out.putOptionalString(next);
        out.putSigned(delayMicros);
        ListFormat.writeIds(depends, out);
        out.putBytes(payload);
    }

    public static Advance read(ByteSource in) {
        CallerClock caller = ListFormat.readCaller(in);
        JobId id = in.getJobId();
        String worker = in.getString();
        String queue = in.getString();
        String next = in.getOptionalString();
        long delay = in.getSigned();
        List<JobId> depends = ListFormat.readIds(in);
        return new Advance(caller, id, worker, queue, in.getBytes(), next, delay, depends);
    }
}
