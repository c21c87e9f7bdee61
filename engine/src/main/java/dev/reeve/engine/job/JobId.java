package dev.reeve.engine.job;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The string id of a job. A canonical lower-case UUID, with or without dashes, is stored in 16 bytes instead of a
 * string.
 *
 * <p>Clients choose the ids and may choose many with the same hash. {@code HashMap} finds colliding keys in O(log n)
 * only if their class implements {@code Comparable} of itself. Therefore each subclass is comparable, and ids of
 * different subclasses never have the same hash.
 */
public abstract sealed class JobId {
    private static final int UUID_HASH = 0b10 << 30;
    private static final int DIGITS_HASH = 0b11 << 30;
    private static final int KIND_HASH = 0b11 << 30;
    private static final int UUID_LENGTH = 36;
    private static final int DIGITS_LENGTH = 32;
    private static final String HEX = "0123456789abcdef";

    /** The order of the ids as strings. */
    public static final Comparator<JobId> ORDER = JobId::compare;

    private JobId() {}

    private static int compare(JobId a, JobId b) {
        if (a instanceof Hex x && b instanceof Hex y && x.dashes == y.dashes) {
            return x.compareTo(y);
        }
        return a.toString().compareTo(b.toString());
    }

    public static JobId of(String text) {
        JobId digits = text.length() == DIGITS_LENGTH ? digits(text) : null;
        if (digits != null) {
            return digits;
        }
        JobId uuid = uuid(text);
        return uuid != null && !hasCapitals(text) ? uuid : new Name(text);
    }

    private static boolean hasCapitals(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 'A' && text.charAt(i) <= 'F') {
                return true;
            }
        }
        return false;
    }

    public static JobId ofUuid(long high, long low) {
        return new Hex(true, high, low);
    }

    public static JobId ofDigits(long high, long low) {
        return new Hex(false, high, low);
    }

    /** The id for 32 lower-case hexadecimal digits; null if the text contains other characters. */
    private static @Nullable JobId digits(String text) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < DIGITS_LENGTH; i++) {
            char c = text.charAt(i);
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
            if (digit < 0) {
                return null;
            }
            high = high << 4 | low >>> 60;
            low = low << 4 | digit;
        }
        return new Hex(false, high, low);
    }

    private static int putDigits(long half, int from, int to, byte[] text, int at) {
        for (int digit = from; digit < to; digit++) {
            text[at + digit - from] = (byte) HEX.charAt((int) (half >>> (60 - 4 * digit)) & 15);
        }
        return at + to - from;
    }

    /** The id for a UUID in canonical form, upper or lower case; null if the text is not a UUID. */
    public static @Nullable JobId uuid(CharSequence text) {
        if (text.length() != UUID_LENGTH) {
            return null;
        }
        long high = 0;
        long low = 0;
        int digits = 0;
        for (int i = 0; i < UUID_LENGTH; i++) {
            char c = text.charAt(i);
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (c != '-') {
                    return null;
                }
                continue;
            }
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return null;
            }
            if (digits++ < 16) {
                high = (high << 4) | digit;
            } else {
                low = (low << 4) | digit;
            }
        }
        return new Hex(true, high, low);
    }

    /** Whether the id is a UUID in canonical form. */
    public static boolean isUuid(@Nullable JobId id) {
        return id instanceof Hex hex && hex.dashes;
    }

    /** The estimated memory. */
    public abstract long sizeBytes();

    /** 32 hexadecimal digits in 16 bytes, with the dashes of a UUID or without. Ids with and without dashes are never equal. */
    public static final class Hex extends JobId implements Comparable<Hex> {
        private final boolean dashes;
        private final long high;
        private final long low;

        private Hex(boolean dashes, long high, long low) {
            this.dashes = dashes;
            this.high = high;
            this.low = low;
        }

        public boolean dashes() {
            return dashes;
        }

        public long high() {
            return high;
        }

        public long low() {
            return low;
        }

        @Override
        public long sizeBytes() {
            return 32;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Hex that && dashes == that.dashes && high == that.high && low == that.low;
        }

        @Override
        public int hashCode() {
            return hash(dashes, high, low);
        }

        /** As {@link #hashCode}, with more bits. */
        public long longHash() {
            return longHash(dashes, high, low);
        }

        /** The long hash of an id, also where there is no object for it. All of its bits depend on all of the id. */
        static long longHash(boolean dashes, long high, long low) {
            long mixed = (dashes ? ~high : high) * 0x9E3779B97F4A7C15L;
            mixed = (Long.rotateLeft(mixed, 32) ^ low) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ mixed >>> 32) * 0x94D049BB133111EBL;
            return mixed ^ mixed >>> 32;
        }

        /** The hash of an id, also where there is no object for it. */
        static int hash(boolean dashes, long high, long low) {
            // Clients may use consecutive ids; the multiplication distributes them over the table.
            long mixed = (high ^ Long.rotateLeft(low, 32)) * 0x9E3779B97F4A7C15L;
            return ((int) (mixed >>> 32) & ~KIND_HASH) | (dashes ? UUID_HASH : DIGITS_HASH);
        }

        @Override
        public int compareTo(Hex that) {
            if (dashes != that.dashes) {
                return dashes ? -1 : 1;
            }
            int byHigh = Long.compareUnsigned(high, that.high);
            return byHigh != 0 ? byHigh : Long.compareUnsigned(low, that.low);
        }

        @Override
        public String toString() {
            byte[] text = new byte[dashes ? UUID_LENGTH : DIGITS_LENGTH];
            if (dashes) {
                text[putDigits(high, 0, 8, text, 0)] = '-';
                text[putDigits(high, 8, 12, text, 9)] = '-';
                text[putDigits(high, 12, 16, text, 14)] = '-';
                text[putDigits(low, 0, 4, text, 19)] = '-';
                putDigits(low, 4, 16, text, 24);
            } else {
                putDigits(low, 0, 16, text, putDigits(high, 0, 16, text, 0));
            }
            return new String(text, StandardCharsets.ISO_8859_1);
        }
    }

    public static final class Name extends JobId implements Comparable<Name> {
        private final String text;

        private Name(String text) {
            this.text = text;
        }

        @Override
        public long sizeBytes() {
            return 16 + HeapBytes.string(text);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name that && text.equals(that.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode() & ~UUID_HASH;
        }

        @Override
        public int compareTo(Name that) {
            return text.compareTo(that.text);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
