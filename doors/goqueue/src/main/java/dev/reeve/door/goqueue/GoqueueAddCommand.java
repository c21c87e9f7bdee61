package dev.reeve.door.goqueue;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.ReplyBuffer;

/** {@code ADD<\0><queue><priority><ttp><data>}: adds a job to a queue. */
final class GoqueueAddCommand extends GoqueueCall<AddedJob> {
    private final JobId id;
    private final String queue;
    private final long priority;
    private final Terms terms;

    GoqueueAddCommand(FrameHeader head, GoqueueProtocol talk) throws BadFrame {
        super(talk);
        queue = head.queue();
        priority = GoqueueNumbers.storedPriority(head.number(1));
        terms = GoqueueNumbers.terms(head.number(2));
        id = talk.door().newId();
    }

    @Override
    void start(byte[] data) {
        node().submit(new Add(id, queue, data, priority, Add.NOW, terms), this);
    }

    @Override
    protected void write(AddedJob added, ReplyBuffer out) {
        out.bytes(GoqueueReplies.ADDED);
        out.buffer().writeLongLE(added.number());
    }
}
