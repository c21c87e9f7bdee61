package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * An event in the history of a job.
 *
 * @param whenMicros the time by the clock of the caller that caused the event
 * @param about the queue for ADDED, the failure group for FAILED, the client's text for LOGGED
 * @param worker the worker that acquired or failed the job
 * @param data a client's own data; opaque to the engine
 */
@SuppressWarnings("ArrayRecordComponent")
public record HistoryEvent(
        long whenMicros,
        Type type,
        @Nullable String about,
        @Nullable String worker,
        byte @Nullable [] data) {
    /** The types of events, with their codes in snapshots. */
    public enum Type {
        /** The job was put into a queue. */
        ADDED(1),
        LEASED(2),
        COMPLETED(3),
        FAILED(4),
        /** The lease lapsed or was ended by another call. */
        TIMED_OUT(5),
        /** A client added the event. */
        LOGGED(6);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static Type ofCode(int code) {
            if (code < 1 || code > values().length) {
                throw new IllegalArgumentException("no type of history event has the code " + code);
            }
            return values()[code - 1];
        }
    }

    public static HistoryEvent added(long whenMicros, String queue) {
        return new HistoryEvent(whenMicros, Type.ADDED, queue, null, null);
    }

    public static HistoryEvent leased(long whenMicros, @Nullable String worker) {
        return new HistoryEvent(whenMicros, Type.LEASED, null, worker == null ? "" : worker, null);
    }

    public static HistoryEvent completed(long whenMicros) {
        return new HistoryEvent(whenMicros, Type.COMPLETED, null, null, null);
    }

    public static HistoryEvent failed(long whenMicros, String group, @Nullable String worker) {
        return new HistoryEvent(whenMicros, Type.FAILED, group, worker, null);
    }

    /** The event without what a client has put into it. */
    HistoryEvent withoutContent() {
        return type == Type.LOGGED ? new HistoryEvent(whenMicros, type, "", worker, null) : this;
    }

    /** An event without texts, with its place in the history. */
    public static final long OVERHEAD_BYTES = 44;

    /** The estimated memory. The name of the queue is the queue's own, and the one who fails a job has leased it. */
    public long sizeBytes() {
        long bytes = OVERHEAD_BYTES + HeapBytes.array(data);
        return switch (type) {
            case ADDED -> bytes;
            case LEASED -> bytes + HeapBytes.string(worker);
            default -> bytes + HeapBytes.string(about);
        };
    }
}
