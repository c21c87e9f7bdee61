package dev.reeve.engine.command;

import dev.reeve.engine.CallerClock;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import org.jspecify.annotations.Nullable;

/** A worker reports that a job of its failed, under which name to file that, and new data if there is any. */
@SuppressWarnings("ArrayRecordComponent")
public record GiveUp(
        CallerClock caller, JobId id, String worker, String group, String message, byte @Nullable [] payload)
        implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.GIVE_UP;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        Job job = store.find(JobRef.of(id));
        Outcome<Done> refusal = LeaseChecks.ofHeld(job, worker);
        if (refusal != null || job == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (payload != null) {
            store.jobEdits().payload(job, payload);
        }
        long when = CallerClock.floorToSecond(caller.nowMicros());
        Failure failure = new Failure(group, message, when, worker, store.nextToken());
        store.transitions().fail(caller, job, failure, worker);
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        out.putJobId(id);
        out.putString(worker);
        out.putString(group);
        out.putString(message);
        out.putOptionalBytes(payload);
    }

    public static GiveUp read(ByteSource in) {
        return new GiveUp(
                ListFormat.readCaller(in),
                in.getJobId(),
                in.getString(),
                in.getString(),
                in.getString(),
                in.getOptionalBytes());
    }
}
