package dev.reeve.door.workq;

import java.nio.charset.StandardCharsets;

/** Parser of decimal numbers in bytes; only digits are allowed. */
final class WorkqNumbers {
    /** This many digits always fit into a long. */
    private static final int SAFE_DIGITS = 18;

    private WorkqNumbers() {}

    static boolean areDigits(byte[] bytes, int from, int to) {
        if (from == to) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return false;
            }
        }
        return true;
    }

    /** The number, or -1 if it is not a number or does not fit into a long. */
    static long read(byte[] bytes, int from, int to) {
        if (!areDigits(bytes, from, to)) {
            return -1;
        }
        int start = skipZeros(bytes, from, to);
        if (to - start > SAFE_DIGITS) {
            return readLarge(text(bytes, start, to));
        }
        long value = 0;
        for (int i = start; i < to; i++) {
            value = 10 * value + (bytes[i] - '0');
        }
        return value;
    }

    private static long readLarge(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException tooLarge) {
            return -1;
        }
    }

    /** Whether it is a number from 0 to 2^64-1. */
    static boolean isUnsigned64(byte[] bytes, int from, int to) {
        if (!areDigits(bytes, from, to)) {
            return false;
        }
        int start = skipZeros(bytes, from, to);
        if (to - start <= SAFE_DIGITS) {
            return true;
        }
        try {
            Long.parseUnsignedLong(text(bytes, start, to));
            return true;
        } catch (NumberFormatException tooLarge) {
            return false;
        }
    }

    private static int skipZeros(byte[] bytes, int from, int to) {
        int start = from;
        while (start < to - 1 && bytes[start] == '0') {
            start++;
        }
        return start;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }
}
