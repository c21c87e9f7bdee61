package dev.reeve.engine.search;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.QlessJobFields;
import dev.reeve.engine.queue.JobQueue;

/**
 * The place of a job in every {@link JobOrder}. A list goes on after it, whether or not the job still exists or has
 * moved.
 *
 * @param polled see {@link Job#polled}
 * @param goesFirst see {@link Job#goesFirst}
 */
public record JobPosition(long number, JobId id, long priority, long dueAtMicros, boolean polled, boolean goesFirst) {
    private static final JobQueue NO_QUEUE = new JobQueue(0, "");
    private static final Terms NO_TERMS = new Terms(0, 0, 0, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS);
    private static final byte[] NO_PAYLOAD = new byte[0];

    static JobPosition of(Job job) {
        return new JobPosition(
                job.number(), job.id(), job.priority(), job.dueAtMicros(), job.polled(), job.goesFirst());
    }

    /** A job at this position that is in no index, to compare others with. */
    Job probe() {
        Job probe = Job.of(number, id, NO_QUEUE, NO_PAYLOAD, NO_TERMS, 0, dueAtMicros, State.READY);
        probe.priority(priority);
        if (polled || goesFirst) {
            probe.optionalFields(QlessJobFields.placed(polled, goesFirst));
        }
        return probe;
    }

    /** The position for a client to keep. */
    public byte[] toBytes() {
        ByteSink out = new ByteSink(64);
        out.putVarLong(number);
        out.putJobId(id);
        out.putSigned(priority);
        out.putSigned(dueAtMicros);
        out.putBoolean(polled);
        out.putBoolean(goesFirst);
        return out.toByteArray();
    }

    /** The position that a client kept; what is no position is a {@link FormatException}. */
    public static JobPosition of(byte[] bytes) {
        ByteSource in = new ByteSource(bytes, 0, bytes.length);
        JobPosition position;
        try {
            position = new JobPosition(
                    in.getVarLong(), in.getJobId(), in.getSigned(), in.getSigned(), in.getBoolean(), in.getBoolean());
        } catch (IllegalArgumentException e) {
            throw new FormatException("expected a position, but found an invalid id");
        }
        if (in.remaining() > 0) {
            throw new FormatException("a position is followed by " + in.remaining() + " unknown bytes");
        }
        return position;
    }
}
