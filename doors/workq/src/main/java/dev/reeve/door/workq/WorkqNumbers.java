package dev.reeve.door.workq;

/** Parser of decimal numbers in bytes; only digits are allowed. */
final class WorkqNumbers {
    static final long NOT_A_NUMBER = -1;

    /** A number from 2^63 to 2^64-1. */
    static final long ABOVE_LONG = -2;

    /** This many digits always fit into a long. */
    private static final int SAFE_DIGITS = 18;

    private WorkqNumbers() {}

    static boolean areDigits(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return false;
            }
        }
        return from < to;
    }

    /** The number; {@link #NOT_A_NUMBER} if it is none or is 2^64 or more, {@link #ABOVE_LONG} if it exceeds a long. */
    static long read(byte[] bytes, int from, int to) {
        if (!areDigits(bytes, from, to)) {
            return NOT_A_NUMBER;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (i - from >= SAFE_DIGITS && Long.compareUnsigned(value, Long.divideUnsigned(-1 - digit, 10)) > 0) {
                return NOT_A_NUMBER;
            }
            value = 10 * value + digit;
        }
        return value < 0 ? ABOVE_LONG : value;
    }
}
