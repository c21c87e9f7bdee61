package dev.reeve.door.workq;

import dev.reeve.engine.Done;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.job.JobRef;

/** {@code delete <id>}: deletes a job in any state. */
final class DeleteCommand extends JobCall<Done> {
    private DeleteCommand(WorkqProtocol talk, JobRef job) {
        super(talk, job);
    }

    static DeleteCommand read(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new DeleteCommand(talk, line.job(0));
    }

    @Override
    void start(byte[] payload) {
        door().node().submit(new Delete(job()), this);
    }
}
