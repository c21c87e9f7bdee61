package dev.reeve.door.workq;

import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.ReplyBuffer;
import io.netty.buffer.ByteBuf;

/** Encoder of a job for {@code inspect}, for jobs of all doors. */
final class JobLines {
    private static final int KEYS = 12;
    private static final int MOST_SHOWN_TRIES = 255;
    /** 2^64-1 milliseconds: the value that the protocol uses for "never". */
    private static final String FOREVER_MILLIS = "18446744073709551615";

    private JobLines() {}

    static void write(JobView job, ReplyBuffer out) {
        boolean waits = job.state() == State.SCHEDULED || job.state() == State.RETRYING;
        boolean timed = waits || job.startsAtMicros() != job.createdAtMicros();
        ByteBuf head = out.buffer();
        WorkqText.id(job.id(), head);
        head.writeByte(' ');
        WorkqText.number(timed ? KEYS + 1 : KEYS, head);
        head.writeBytes(WorkqReplies.CRLF);
        WorkqText.string("name ", head);
        WorkqWord.write(job.queue(), head);
        head.writeBytes(WorkqReplies.CRLF);
        WorkqText.line("ttr", millis(job.terms().leaseMicros()), head);
        WorkqText.line(
                "ttl", job.terms().foreground() ? "0" : millis(job.terms().ttlMicros()), head);
        WorkqText.line("payload-size", job.payload().length, head);
        WorkqText.string("payload ", head);
        out.payload(job.payload());
        out.bytes(WorkqReplies.CRLF);
        RetryPolicy retry = job.terms().retry();
        ByteBuf tail = out.buffer();
        WorkqText.line("max-attempts", Math.min(MOST_SHOWN_TRIES, retry.maxAttempts()), tail);
        WorkqText.line("attempts", job.attempts(), tail);
        WorkqText.line("max-fails", Math.min(MOST_SHOWN_TRIES, retry.maxFails()), tail);
        WorkqText.line("fails", job.fails(), tail);
        WorkqText.line("priority", Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, job.priority())), tail);
        WorkqText.line("state", state(job), tail);
        WorkqText.line("created", Times.write(job.createdAtMicros()), tail);
        if (timed) {
            WorkqText.line("time", Times.write(waits ? job.dueAtMicros() : job.startsAtMicros()), tail);
        }
    }

    private static String millis(long micros) {
        return micros == Terms.FOREVER ? FOREVER_MILLIS : Long.toString(micros / 1000);
    }

    private static int state(JobView job) {
        return switch (job.state()) {
            case READY, THROTTLED -> job.attempts() > 0 || job.fails() > 0 ? 3 : 0;
            case SCHEDULED, DEPENDS -> 0;
            case RETRYING -> 3;
            case LEASED -> 4;
            case COMPLETED -> 1;
            case FAILED, TIMED_OUT, CANCELLED -> 2;
        };
    }
}
