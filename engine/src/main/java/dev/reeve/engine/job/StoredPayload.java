package dev.reeve.engine.job;

import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * A payload that is on disk only, in place of its bytes. The engine knows nothing of files: it keeps the place for those who read.
 *
 * @param sum of the content, see {@link #sumOf}
 */
public record StoredPayload(int file, int offset, int length, long sum) {
    /** What it takes of the heap. */
    public static final long BYTES = 32;

    /** A payload that is not longer takes no less memory when it is on disk. */
    public static final int SHORTEST = 32;

    /** CRC32C and CRC32 of the content. Whoever makes two contents with one sum deceives only himself. */
    public static long sumOf(byte[] payload) {
        return crc(new CRC32C(), payload) << 32 | crc(new CRC32(), payload);
    }

    private static long crc(Checksum crc, byte[] payload) {
        crc.update(payload, 0, payload.length);
        return crc.getValue();
    }

    /** What the heap does not pay while the payload is on disk. */
    public long savedBytes() {
        return HeapBytes.array(length) - BYTES;
    }

    /** Whether the payload has this content, which need not be read for it. */
    boolean hasContent(byte[] other) {
        return length == other.length && sum == sumOf(other);
    }
}
