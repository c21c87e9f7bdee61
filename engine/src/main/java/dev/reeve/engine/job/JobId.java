package dev.reeve.engine.job;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The string id of a job. Ids that are a canonical lower-case UUID, which most are, take 16 bytes instead of a string.
 *
 * <p>Clients choose their ids, and may choose a hundred thousand with one hash. A hash table still finds each of those
 * quickly, because it sorts keys of one hash if their class is comparable with itself alone: so it is the two kinds
 * that are comparable, and the hash of one kind is never that of the other.
 */
public abstract sealed class JobId {
    private static final int UUID_HASH = 1 << 31;
    private static final int UUID_LENGTH = 36;
    private static final String HEX = "0123456789abcdef";

    /** By the bytes of the text, as a UUID's digits sort. */
    public static final Comparator<JobId> ORDER = JobId::compare;

    private JobId() {}

    private static int compare(JobId a, JobId b) {
        if (a instanceof Uuid x && b instanceof Uuid y) {
            return x.compareTo(y);
        }
        return a.toString().compareTo(b.toString());
    }

    public static JobId of(String text) {
        JobId uuid = uuid(text);
        return uuid != null && uuid.toString().equals(text) ? uuid : new Name(text);
    }

    public static JobId ofUuid(long high, long low) {
        return new Uuid(high, low);
    }

    /** The id for a UUID in canonical form, upper or lower case; null if the text is no such thing. */
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
        return new Uuid(high, low);
    }

    /** How many bytes the id takes in a journal or in memory, about. */
    public abstract int sizeBytes();

    public static final class Uuid extends JobId implements Comparable<Uuid> {
        private final long high;
        private final long low;

        private Uuid(long high, long low) {
            this.high = high;
            this.low = low;
        }

        public long high() {
            return high;
        }

        public long low() {
            return low;
        }

        @Override
        public int sizeBytes() {
            return 16;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Uuid that && high == that.high && low == that.low;
        }

        @Override
        public int hashCode() {
            // A client may count its ids up; the multiplication spreads them over the table.
            long mixed = (high ^ Long.rotateLeft(low, 32)) * 0x9E3779B97F4A7C15L;
            return (int) (mixed >>> 32) | UUID_HASH;
        }

        @Override
        public int compareTo(Uuid that) {
            int byHigh = Long.compareUnsigned(high, that.high);
            return byHigh != 0 ? byHigh : Long.compareUnsigned(low, that.low);
        }

        @Override
        public String toString() {
            char[] text = new char[UUID_LENGTH];
            int at = 0;
            for (int digit = 0; digit < 32; digit++) {
                if (digit == 8 || digit == 12 || digit == 16 || digit == 20) {
                    text[at++] = '-';
                }
                long half = digit < 16 ? high : low;
                text[at++] = HEX.charAt((int) (half >>> (60 - 4 * (digit & 15))) & 15);
            }
            return new String(text);
        }
    }

    public static final class Name extends JobId implements Comparable<Name> {
        private final String text;

        private Name(String text) {
            this.text = text;
        }

        @Override
        public int sizeBytes() {
            return 40 + text.length();
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
