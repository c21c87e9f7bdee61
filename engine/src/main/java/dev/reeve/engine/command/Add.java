package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.TermsFormat;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.timer.DeadlineHeap;

/**
 * Creates a job. Its reply is the job's number.
 *
 * @param startsAtMicros when it may be leased, {@link #NOW} for at once; a time that has passed gives it an earlier place
 */
@SuppressWarnings("ArrayRecordComponent")
public record Add(JobId id, String queue, byte[] payload, long priority, long startsAtMicros, Terms terms)
        implements Command<Long> {
    public static final long NOW = Long.MIN_VALUE;

    @Override
    public CommandType type() {
        return CommandType.ADD;
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public Outcome<Long> apply(EngineState store) {
        long at = store.atMicros();
        if (store.find(JobRef.of(id)) != null) {
            return Outcome.refused(Rejection.JOB_EXISTS);
        }
        long startsAt = startsAtMicros == NOW ? at : startsAtMicros;
        if (DeadlineHeap.after(startsAt, terms.ttlMicros()) <= at) {
            return Outcome.refused(Rejection.EXPIRES_BEFORE_DUE);
        }
        State state = startsAt > at ? State.SCHEDULED : State.READY;
        Job job = new Job(
                store.nextNumber(), id, store.queueOrNew(queue), payload, store.shared(terms), at, startsAt, state);
        job.priority(priority);
        store.transitions().add(job);
        return Outcome.of(job.number());
    }

    @Override
    public void write(ByteSink out) {
        out.putJobId(id);
        out.putString(queue);
        out.putSigned(priority);
        out.putVarLong(startsAtMicros);
        TermsFormat.write(terms, out);
        out.putBytes(payload);
    }

    public static Add read(ByteSource in) {
        JobId id = in.getJobId();
        String queue = in.getString();
        long priority = in.getSigned();
        long startsAt = in.getVarLong();
        Terms terms = TermsFormat.read(in);
        return new Add(id, queue, in.getBytes(), priority, startsAt, terms);
    }
}
