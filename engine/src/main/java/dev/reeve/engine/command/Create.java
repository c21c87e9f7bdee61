package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.JobLabelsFormat;
import dev.reeve.engine.format.TermsFormat;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.queue.JobQueue;

/**
 * Creates a job in an existing queue, on the queue's terms where it names none of its own. Its reply is the job's number.
 *
 * @param otherwise the terms if the queue has none
 */
@SuppressWarnings("ArrayRecordComponent")
public record Create(JobId id, String queue, byte[] payload, JobLabels labels, TermsPatch patch, Terms otherwise)
        implements Command<Long> {
    @Override
    public CommandType type() {
        return CommandType.CREATE;
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public Outcome<Long> apply(EngineState store) {
        JobQueue found = store.queue(queue);
        if (found == null) {
            return Outcome.refused(Rejection.QUEUE_NOT_FOUND);
        }
        if (store.find(JobRef.of(id)) != null) {
            return Outcome.refused(Rejection.JOB_EXISTS);
        }
        Terms defaults = found.defaults();
        Terms terms = patch.on(defaults != null ? defaults : otherwise);
        long at = store.atMicros();
        Job job = new Job(store.nextNumber(), id, found, payload, store.shared(terms), at, at, State.READY);
        job.labels(labels);
        store.transitions().add(job);
        return Outcome.of(job.number());
    }

    @Override
    public void write(ByteSink out) {
        out.putJobId(id);
        out.putString(queue);
        JobLabelsFormat.write(labels, out);
        TermsFormat.write(patch, out);
        TermsFormat.write(otherwise, out);
        out.putBytes(payload);
    }

    public static Create read(ByteSource in) {
        JobId id = in.getJobId();
        String queue = in.getString();
        JobLabels labels = JobLabelsFormat.read(in);
        TermsPatch patch = TermsFormat.readPatch(in);
        Terms otherwise = TermsFormat.read(in);
        return new Create(id, queue, in.getBytes(), labels, patch, otherwise);
    }
}
