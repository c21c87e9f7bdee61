package dev.reeve.door.workq;

import org.jspecify.annotations.Nullable;

/**
 * Flags of a command that creates a job.
 *
 * @param maxAttempts 0 means no limit
 * @param maxFails 0 makes the first failure final
 */
record Flags(int priority, int maxAttempts, int maxFails) {
    /** The largest priority that {@code schedule} and {@code run} accept; it is clamped to the largest signed value. */
    static final long MOST_UNSIGNED_PRIORITY = 4_294_967_295L;

    private static final Flags NONE = new Flags(0, 0, 0);
    private static final int MOST_TRIES = 255;

    /** Reads all three flags. */
    static Flags read(RequestLine line, long mostPriority) throws BadLine {
        return read(line, mostPriority, true);
    }

    /** Reads the one flag of a foreground job. */
    static Flags readPriority(RequestLine line) throws BadLine {
        return read(line, MOST_UNSIGNED_PRIORITY, false);
    }

    private static Flags read(RequestLine line, long mostPriority, boolean limits) throws BadLine {
        if (line.flags() == 0) {
            return NONE;
        }
        Integer priority = null;
        Integer maxAttempts = null;
        Integer maxFails = null;
        for (int i = 0; i < line.flags(); i++) {
            String[] parts = line.flag(i).split("=", -1);
            if (parts.length != 2 || parts[1].isEmpty()) {
                throw new BadLine(ClientError.INVALID_FLAGS);
            }
            String key = parts[0];
            String value = parts[1];
            if (key.equals("-priority") && priority == null) {
                priority = priority(value, mostPriority);
            } else if (key.equals("-max-attempts") && limits && maxAttempts == null) {
                maxAttempts = tries(value, ClientError.INVALID_MAX_ATTEMPTS);
            } else if (key.equals("-max-fails") && limits && maxFails == null) {
                maxFails = tries(value, ClientError.INVALID_MAX_FAILS);
            } else {
                throw new BadLine(ClientError.INVALID_FLAGS);
            }
        }
        return new Flags(orZero(priority), orZero(maxAttempts), orZero(maxFails));
    }

    private static int orZero(@Nullable Integer value) {
        return value == null ? 0 : value;
    }

    private static int priority(String value, long most) throws BadLine {
        long priority = number(value, Integer.MIN_VALUE, most, ClientError.INVALID_PRIORITY);
        return (int) Math.min(Integer.MAX_VALUE, priority);
    }

    private static int tries(String value, ClientError otherwise) throws BadLine {
        return (int) number(value, 0, MOST_TRIES, otherwise);
    }

    private static long number(String value, long least, long most, ClientError otherwise) throws BadLine {
        boolean readable = value.matches("-?[0-9]{1,18}");
        long number = readable ? Long.parseLong(value) : 0;
        if (!readable || number < least || number > most) {
            throw new BadLine(otherwise);
        }
        return number;
    }
}
