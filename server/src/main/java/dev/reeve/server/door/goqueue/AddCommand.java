package dev.reeve.server.door.goqueue;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.server.net.Output;

/** {@code ADD<\0><queue><priority><ttp><data>}: puts a job into a queue. */
final class AddCommand extends Call<Long> {
    private final JobId id;
    private final String queue;
    private final long priority;
    private final Terms terms;

    private AddCommand(GoqueueProtocol talk, String queue, long priority, Terms terms) {
        super(talk);
        this.id = talk.door().newId();
        this.queue = queue;
        this.priority = priority;
        this.terms = terms;
    }

    static AddCommand read(Head head, GoqueueProtocol talk) throws BadFrame {
        return new AddCommand(
                talk, head.queue(), Numbers.storedPriority(head.number(1)), Numbers.terms(head.number(2)));
    }

    @Override
    void start(byte[] data) {
        node().submit(new Add(id, queue, data, priority, Add.NOW, terms), this);
    }

    @Override
    protected void write(Long number, Output out) {
        out.bytes(Words.ADDED);
        out.buffer().writeLongLE(number);
    }
}
