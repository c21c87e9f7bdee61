package dev.reeve.server.door.goqueue;

import dev.reeve.engine.Done;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Discard;
import dev.reeve.engine.job.JobRef;
import dev.reeve.server.net.Output;

/** {@code DELETE<\0><id>}: what a worker says of a job that is done, and anybody of one that is not wanted. */
final class DeleteCommand extends Call<Done> {
    private final long number;

    private DeleteCommand(GoqueueProtocol talk, long number) {
        super(talk);
        this.number = number;
    }

    static DeleteCommand read(Head head, GoqueueProtocol talk) {
        return new DeleteCommand(talk, head.number(0));
    }

    @Override
    void start(byte[] data) {
        node().submit(new Discard(JobRef.of(number)), this);
    }

    @Override
    protected byte[] words(Rejection why) {
        return why == Rejection.JOB_NOT_FOUND
                ? Words.error("Job " + Long.toUnsignedString(number) + " does not exist")
                : super.words(why);
    }

    @Override
    protected void write(Done done, Output out) {
        out.bytes(Words.OK);
    }
}
