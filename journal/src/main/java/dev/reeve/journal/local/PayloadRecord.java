package dev.reeve.journal.local;

import dev.reeve.journal.PayloadPlace;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The format of a record of a payload file: length (4 bytes), checksum (4), key (8), the payload, zeros up to a multiple of 8.
 *
 * <p>Invariant: a record is valid at one place only. Its checksum covers the directory, the file and the offset, besides all of
 * its bytes.
 */
final class PayloadRecord {
    /** The first record follows the header of the file. */
    static final int FIRST_OFFSET = 32;

    static final int HEADER_BYTES = 16;
    private static final int CRC_AT = 4;
    private static final int KEY_AT = 8;
    private static final int PLACE_BYTES = 32;

    private PayloadRecord() {}

    /** Adds the record that belongs to the place. */
    static void put(ByteBuffer to, long directoryId, PayloadPlace place, long key, byte[] payload) {
        int at = to.position();
        to.putInt(payload.length).putInt(0).putLong(key).put(payload);
        int end = at + place.recordBytes();
        while (to.position() < end) {
            to.put((byte) 0);
        }
        to.putInt(at + CRC_AT, crc(to, at, directoryId, place));
    }

    /** Whether the record of the place begins at {@code at}. The buffer has all of its bytes. */
    static boolean isValid(ByteBuffer bytes, int at, long directoryId, PayloadPlace place) {
        return length(bytes, at) == place.length() && bytes.getInt(at + CRC_AT) == crc(bytes, at, directoryId, place);
    }

    /** The length that the record claims to have. */
    static int length(ByteBuffer bytes, int at) {
        return bytes.getInt(at);
    }

    static long key(ByteBuffer bytes, int at) {
        return bytes.getLong(at + KEY_AT);
    }

    /** The payload of a valid record. */
    static ByteBuffer payload(ByteBuffer bytes, int at) {
        return bytes.slice(at + HEADER_BYTES, length(bytes, at));
    }

    private static int crc(ByteBuffer bytes, int at, long directoryId, PayloadPlace place) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(PLACE_BYTES)
                .putLong(directoryId)
                .putLong(place.file())
                .putLong(place.offset())
                .putLong(place.length())
                .flip());
        crc.update(bytes.duplicate().limit(at + place.recordBytes()).position(at + KEY_AT));
        return (int) crc.getValue();
    }
}
