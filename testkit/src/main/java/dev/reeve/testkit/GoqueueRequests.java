package dev.reeve.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The requests of the Go Job Queue protocol. */
public final class GoqueueRequests {
    private GoqueueRequests() {}

    /** Adds a job; {@code ttp} is the time to process in seconds, the duration of a lease. */
    public static byte[] add(String queue, int priority, int ttp, byte[] data) {
        return frame("ADD\0" + queue + "\0", 3 * Integer.BYTES + data.length)
                .putInt(priority)
                .putInt(ttp)
                .putInt(data.length)
                .put(data)
                .array();
    }

    public static byte[] reserve(String queue, int timeoutSeconds) {
        return frame("RESERVE\0" + queue + "\0", Integer.BYTES)
                .putInt(timeoutSeconds)
                .array();
    }

    public static byte[] delete(long id) {
        return frame("DELETE\0", Long.BYTES).putLong(id).array();
    }

    private static ByteBuffer frame(String words, int bytes) {
        byte[] head = words.getBytes(UTF_8);
        return ByteBuffer.allocate(head.length + bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(head);
    }
}
