package dev.reeve.door.workq;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.ReplyBuffer;

/** {@code add <id> <name> <ttr> <ttl> <payload-size> [flags]}: adds a job to a queue. */
final class AddCommand extends WorkqCall<Long> {
    private final JobId id;
    private final String name;
    private final Terms terms;
    private final int priority;

    private AddCommand(WorkqProtocol talk, JobId id, String name, Terms terms, int priority) {
        super(talk);
        this.id = id;
        this.name = name;
        this.terms = terms;
        this.priority = priority;
    }

    static AddCommand read(RequestLine line, WorkqProtocol talk) throws BadLine {
        JobId id = line.newId(0);
        String name = line.name(1);
        long ttr = line.ttrMicros(2);
        long ttl = line.ttlMicros(3);
        talk.door().checkSize(line, 4, ClientError.INVALID_PAYLOAD_SIZE);
        Flags flags = Flags.read(line, Integer.MAX_VALUE);
        Terms terms = talk.door().terms().background(ttr, ttl, flags);
        return new AddCommand(talk, id, name, terms, flags.priority());
    }

    @Override
    void start(byte[] payload) {
        door().node().submit(new Add(id, name, payload, priority, Add.NOW, terms), this);
    }

    @Override
    protected void write(Long number, ReplyBuffer out) {
        out.bytes(WorkqReplies.OK);
    }
}
