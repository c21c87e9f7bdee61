package dev.reeve.engine.batch;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A job that is added once, when a batch has come to a certain point.
 *
 * @param add how to add it; null when it has been added
 * @param firedAtMicros when it was added; 0 if it was not yet
 */
public record Callback(JobId job, @Nullable Add add, long firedAtMicros) {
    /** The point at which a callback is added. */
    public enum Moment {
        /** All jobs of the batch have completed. */
        SUCCESS,
        /** All jobs of the batch have ended. */
        COMPLETE,
        /** The first job of the batch has failed for good. */
        FAILURE
    }

    private static final long OVERHEAD_BYTES = 40;

    /** What the counts add to a payload. */
    private static final long COUNTS_BYTES = 64;

    /** In the payload, these bytes stand for the counts of the batch. They occur in no text of a protocol. */
    public static final byte TOTAL = 1;

    public static final byte PENDING = 2;
    public static final byte COMPLETED = 3;
    public static final byte FAILED = 4;
    public static final byte CANCELLED = 5;

    public static @Nullable Callback of(@Nullable Add add) {
        return add == null ? null : new Callback(add.id(), add, 0);
    }

    Callback fired(long atMicros) {
        return new Callback(job, null, atMicros);
    }

    /** The command that adds the job, with the counts in its payload. */
    static Add due(Add add, BatchCounts counts) {
        ByteSink payload = new ByteSink(add.payload().length + (int) COUNTS_BYTES);
        for (byte one : add.payload()) {
            if (one < TOTAL || one > CANCELLED) {
                payload.putByte(one);
            } else {
                Long.toString(count(counts, one)).chars().forEach(payload::putByte);
            }
        }
        // It is added once, whoever holds a key.
        AddOptions options =
                add.options().withTies(add.options().ties().withBatch(null).withoutUnique());
        return new Add(add.id(), add.queue(), payload.toByteArray(), add.priority(), Add.NOW, add.terms(), options);
    }

    private static long count(BatchCounts counts, byte mark) {
        return switch (mark) {
            case TOTAL -> counts.total();
            case PENDING -> counts.pending();
            case COMPLETED -> counts.completed();
            case FAILED -> counts.failed();
            default -> counts.cancelled();
        };
    }

    /** The estimated memory; before the job is added, as much as it will take then, so that there is room for it. */
    long sizeBytes() {
        return OVERHEAD_BYTES + (add == null ? job.sizeBytes() : growthBytes(add));
    }

    /** The most that a callback takes, before it is added and after. */
    public static long growthBytes(@Nullable Add add) {
        return add == null ? 0 : OVERHEAD_BYTES + COUNTS_BYTES + add.id().sizeBytes() + add.growthBytes();
    }
}
