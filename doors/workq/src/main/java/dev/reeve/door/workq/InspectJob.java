package dev.reeve.door.workq;

import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.net.ReplyBuffer;
import java.util.Optional;

/** {@code inspect job <id>}. */
final class InspectJob extends WorkqCall<Optional<JobView>> {
    private final JobRef job;

    private InspectJob(WorkqProtocol talk, JobRef job) {
        super(talk);
        this.job = job;
    }

    static InspectJob read(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new InspectJob(talk, line.job(1));
    }

    @Override
    void start(byte[] payload) {
        door().node().ask(engine -> Optional.ofNullable(engine.job(job)), this);
    }

    @Override
    protected long retainedBytes(Optional<JobView> found) {
        return found.map(job -> job.payload().length).orElse(0);
    }

    @Override
    protected void write(Optional<JobView> found, ReplyBuffer out) {
        if (found.isEmpty()) {
            markRefused();
            out.bytes(JobCall.unknownJob(job));
            return;
        }
        out.bytes(WorkqReplies.OK_ONE);
        JobLines.write(found.get(), out);
    }
}
