package dev.reeve.engine.job;

/**
 * Why a job failed, as its worker tells.
 *
 * @param type the kind of error, such as the name of an exception; with the queue it names the failure group
 * @param trace where it happened; may be empty
 * @param atMicros when the failure was reported
 */
public record JobError(String type, String message, String trace, long atMicros) {
    private static final long OVERHEAD_BYTES = 32;

    public JobError withoutContent() {
        return new JobError(type, "", "", atMicros);
    }

    public JobError at(long micros) {
        return new JobError(type, message, trace, micros);
    }

    /** The failure group of such errors in that queue. */
    public String group(String queue) {
        return queue + "/" + type;
    }

    /** The estimated memory, without the message, which is that of the {@link Failure}. */
    long sizeBytes() {
        return OVERHEAD_BYTES + HeapBytes.string(type) + HeapBytes.string(trace);
    }

    /** The most that the error takes, without the message. */
    public long growthBytes() {
        return OVERHEAD_BYTES + HeapBytes.longestString(type.length()) + HeapBytes.longestString(trace.length());
    }
}
