package dev.reeve.door.workq;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.ReplyBuffer;
import dev.reeve.node.FinishedJob;

/** {@code run <id> <name> <ttr> <wait-timeout> <payload-size> [-priority]}: adds a job and waits for its result. */
final class RunCommand extends WaitCall<FinishedJob> {
    private final JobId id;
    private final String name;
    private final Terms terms;
    private final int priority;

    private RunCommand(WorkqProtocol talk, JobId id, String name, Terms terms, int priority) {
        super(talk);
        this.id = id;
        this.name = name;
        this.terms = terms;
        this.priority = priority;
    }

    static RunCommand read(RequestLine line, WorkqProtocol talk) throws BadLine {
        JobId id = line.newId(0);
        String name = line.name(1);
        long ttr = line.ttrMicros(2);
        long wait = line.waitMicros(3);
        talk.door().checkSize(line, 4, ClientError.INVALID_PAYLOAD_SIZE);
        Flags flags = Flags.readPriority(line);
        Terms terms = talk.door().terms().foreground(ttr, wait);
        return new RunCommand(talk, id, name, terms, flags.priority());
    }

    @Override
    void start(byte[] payload) {
        session().block(this);
        waitHandle(door().node().run(new Add(id, name, payload, priority, Add.NOW, terms), this));
    }

    @Override
    protected long retainedBytes(FinishedJob job) {
        return job.result().length;
    }

    @Override
    protected void write(FinishedJob job, ReplyBuffer out) {
        ResultCommand.writeResult(job, out);
    }
}
