package dev.reeve.door.workq;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.ReplyBuffer;
import dev.reeve.node.FinishedJob;
import java.util.List;

/** A command that creates a job. */
abstract class AddCommand<R> extends WorkqCall<R> {
    private static final long LEAST_WAIT_MICROS = 1000;

    private final JobId id;
    private final String name;
    private final long startsAtMicros;
    private final Terms terms;
    private final int priority;

    private AddCommand(RequestLine line, WorkqProtocol talk, Kind kind) throws BadLine {
        super(talk);
        id = line.newId(0);
        name = line.name(1);
        long ttr = line.ttrMicros(2);
        long ttlOrWait = kind == Kind.RUN ? line.waitMicros(3) : line.ttlMicros(3);
        startsAtMicros = kind == Kind.SCHEDULE ? node().clock().atSystemTime(Times.read(line.text(4))) : Add.NOW;
        talk.door().checkSize(line, line.args() - 1, ClientError.INVALID_PAYLOAD_SIZE);
        Flags flags = Flags.read(line, kind == Kind.ADD, kind != Kind.RUN);
        terms = kind == Kind.RUN ? foreground(ttr, ttlOrWait) : background(ttr, ttlOrWait, flags);
        priority = flags.priority();
    }

    private enum Kind {
        ADD,
        SCHEDULE,
        RUN
    }

    /** {@code add <id> <name> <ttr> <ttl> <payload-size> [flags]}: adds a job to a queue. */
    static AddCommand<AddedJob> add(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new Background(line, talk, Kind.ADD);
    }

    /** {@code schedule <id> <name> <ttr> <ttl> <time> <payload-size> [flags]}: adds a job that is due at a given time. */
    static AddCommand<AddedJob> schedule(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new Background(line, talk, Kind.SCHEDULE);
    }

    /** {@code run <id> <name> <ttr> <wait-timeout> <payload-size> [-priority]}: adds a job and waits for its result. */
    static AddCommand<FinishedJob> run(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new Foreground(line, talk);
    }

    /** For {@code add} and {@code schedule}: the job and its result are kept until the time to live is over. */
    private static Terms background(long ttrMicros, long ttlMicros, Flags flags) {
        RetryPolicy retry = flags.maxAttempts() == 0 && flags.maxFails() == 0
                ? RetryPolicy.UNTIL_FAILED
                : new RetryPolicy(RetryPolicy.Rule.ATTEMPTS, flags.maxAttempts(), flags.maxFails(), 0, List.of());
        return new Terms(ttrMicros, 0, ttlMicros, Terms.FOREVER, Terms.BACKGROUND, retry);
    }

    /**
     * For {@code run}: the job lives as long as its client waits. The wait has a minimum, so that a worker that is
     * already waiting can take the job.
     */
    private static Terms foreground(long ttrMicros, long waitMicros) {
        long wait = Math.max(LEAST_WAIT_MICROS, waitMicros);
        return new Terms(ttrMicros, 0, Terms.FOREVER, 0, wait, RetryPolicy.UNTIL_FAILED);
    }

    final Add command(byte[] payload) {
        return new Add(id, name, payload, priority, startsAtMicros, terms);
    }

    private static final class Background extends AddCommand<AddedJob> {
        Background(RequestLine line, WorkqProtocol talk, Kind kind) throws BadLine {
            super(line, talk, kind);
        }

        @Override
        void start(byte[] payload) {
            node().submit(command(payload), this);
        }

        @Override
        protected void write(AddedJob added, ReplyBuffer out) {
            out.bytes(WorkqReplies.OK);
        }
    }

    private static final class Foreground extends AddCommand<FinishedJob> {
        Foreground(RequestLine line, WorkqProtocol talk) throws BadLine {
            super(line, talk, Kind.RUN);
        }

        @Override
        void start(byte[] payload) {
            waitHandle(node().run(command(payload), this));
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
}
