package dev.reeve.engine.job;

import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * A payload that is on disk only, in place of its bytes. The engine knows nothing of files: it keeps the place for those who read. A
 * job refers to the block and keeps the number of the slot, so that this object exists only while somebody looks at it.
 *
 * <p>Two of them are equal if they are the same place.
 */
public final class StoredPayload {
    /** A payload that is not longer takes hardly less memory when it is on disk. */
    public static final int SHORTEST = 32;

    private final PayloadBlock block;
    private final int slot;

    StoredPayload(PayloadBlock block, int slot) {
        this.block = block;
        this.slot = slot;
    }

    /** CRC32C and CRC32 of the content. Whoever makes two contents with one sum deceives only himself. */
    public static long sumOf(byte[] payload) {
        return crc(new CRC32C(), payload) << 32 | crc(new CRC32(), payload);
    }

    /** Whether the sums are equal. That is known without them if the contents are. */
    static boolean haveSameSum(byte[] one, byte[] other) {
        return Arrays.equals(one, other)
                || (crc(new CRC32C(), one) == crc(new CRC32C(), other)
                        && crc(new CRC32(), one) == crc(new CRC32(), other));
    }

    private static long crc(Checksum crc, byte[] payload) {
        crc.update(payload, 0, payload.length);
        return crc.getValue();
    }

    public PayloadBlock block() {
        return block;
    }

    int slot() {
        return slot;
    }

    public int file() {
        return block.file(slot);
    }

    public int offset() {
        return block.offset(slot);
    }

    public int length() {
        return block.length(slot);
    }

    /** The sum of the content, see {@link #sumOf}. */
    public long sum() {
        return block.sum(slot);
    }

    /** Whether the payload has this content, which need not be read for it. */
    boolean hasContent(byte[] other) {
        return length() == other.length && sum() == sumOf(other);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StoredPayload stored && stored.file() == file() && stored.offset() == offset();
    }

    @Override
    public int hashCode() {
        return 31 * file() + offset();
    }

    @Override
    public String toString() {
        return length() + " bytes at " + file() + ":" + offset();
    }
}
