package dev.reeve.door.workq;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.ReplyBuffer;

/** {@code schedule <id> <name> <ttr> <ttl> <time> <payload-size> [flags]}: adds a job that is due at a given time. */
final class ScheduleCommand extends WorkqCall<Long> {
    private final JobId id;
    private final String name;
    private final long timeMicros;
    private final Terms terms;
    private final int priority;

    private ScheduleCommand(WorkqProtocol talk, JobId id, String name, long timeMicros, Terms terms, int priority) {
        super(talk);
        this.id = id;
        this.name = name;
        this.timeMicros = timeMicros;
        this.terms = terms;
        this.priority = priority;
    }

    static ScheduleCommand read(RequestLine line, WorkqProtocol talk) throws BadLine {
        JobId id = line.newId(0);
        String name = line.name(1);
        long ttr = line.ttrMicros(2);
        long ttl = line.ttlMicros(3);
        long time = Times.read(line.text(4));
        talk.door().checkSize(line, 5, ClientError.INVALID_PAYLOAD_SIZE);
        Flags flags = Flags.read(line, Flags.MOST_UNSIGNED_PRIORITY);
        Terms terms = talk.door().terms().background(ttr, ttl, flags);
        return new ScheduleCommand(talk, id, name, time, terms, flags.priority());
    }

    @Override
    void start(byte[] payload) {
        door().node().submit(new Add(id, name, payload, priority, timeMicros, terms), this);
    }

    @Override
    protected void write(Long number, ReplyBuffer out) {
        out.bytes(WorkqReplies.OK);
    }
}
