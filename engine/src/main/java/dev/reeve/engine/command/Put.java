package dev.reeve.engine.command;

import dev.reeve.engine.CallerClock;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.PutRequest;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.format.PutRequestFormat;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import org.jspecify.annotations.Nullable;

/**
 * Puts a job into a queue, making it or moving it there from wherever it is.
 *
 * @param worker who puts it, if that is known: a worker that puts its own job need not be told that it lost it
 * @param mustExist refuses to make a new job
 */
public record Put(CallerClock caller, @Nullable String worker, JobId id, PutRequest putRequest, boolean mustExist)
        implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.PUT;
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        if (mustExist && store.find(JobRef.of(id)) == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        store.qlessTransitions().put(caller, worker, id, putRequest);
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        out.putOptionalString(worker);
        out.putJobId(id);
        out.putBoolean(mustExist);
        PutRequestFormat.write(putRequest, out);
    }

    public static Put read(ByteSource in) {
        CallerClock caller = ListFormat.readCaller(in);
        String worker = in.getOptionalString();
        JobId id = in.getJobId();
        boolean mustExist = in.getBoolean();
        return new Put(caller, worker, id, PutRequestFormat.read(in), mustExist);
    }
}
