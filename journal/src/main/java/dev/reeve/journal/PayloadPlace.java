package dev.reeve.journal;

import java.util.Comparator;

/**
 * Where a payload is: in which payload file its record begins, and how long the payload is. A place means something only with
 * the files of its data directory.
 */
public record PayloadPlace(long file, int offset, int length) {
    /** The order in which places are read fastest. */
    public static final Comparator<PayloadPlace> ORDER =
            Comparator.comparingLong(PayloadPlace::file).thenComparingInt(PayloadPlace::offset);

    private static final int HEADER_BYTES = 16;
    private static final int ALIGNMENT = 8;

    /** What the record takes in its file: a header, the payload, and zeros. */
    public int recordBytes() {
        return recordBytes(length);
    }

    public static int recordBytes(int length) {
        return Math.addExact(HEADER_BYTES + ALIGNMENT - 1, length) & -ALIGNMENT;
    }

    /** The offset behind the record. */
    public long end() {
        return (long) offset + recordBytes();
    }
}
