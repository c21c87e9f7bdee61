package dev.reeve.door.workq;

import java.util.HashMap;
import java.util.Map;

/**
 * Flags of a command that creates a job.
 *
 * @param maxAttempts 0 means no limit
 * @param maxFails 0 makes the first failure final
 */
record Flags(int priority, int maxAttempts, int maxFails) {
    /** The largest unsigned priority; it is clamped to the largest signed value. */
    private static final long MOST_UNSIGNED_PRIORITY = 4_294_967_295L;

    private static final Flags NONE = new Flags(0, 0, 0);
    private static final int MOST_TRIES = 255;

    /**
     * Reads the flags of a line.
     *
     * @param signedPriority whether the priority has the range of a signed number
     * @param limits whether the limits of attempts and failures are allowed, which a foreground job does not have
     */
    static Flags read(RequestLine line, boolean signedPriority, boolean limits) throws BadLine {
        if (line.flags() == 0) {
            return NONE;
        }
        long mostPriority = signedPriority ? Integer.MAX_VALUE : MOST_UNSIGNED_PRIORITY;
        Map<String, Long> values = new HashMap<>();
        for (int i = 0; i < line.flags(); i++) {
            String[] parts = line.flag(i).split("=", -1);
            boolean allowed = parts[0].equals("-priority")
                    || (limits && (parts[0].equals("-max-attempts") || parts[0].equals("-max-fails")));
            if (!allowed || parts.length != 2 || parts[1].isEmpty() || values.containsKey(parts[0])) {
                throw new BadLine(ClientError.INVALID_FLAGS);
            }
            values.put(
                    parts[0],
                    switch (parts[0]) {
                        case "-priority" ->
                            number(parts[1], Integer.MIN_VALUE, mostPriority, ClientError.INVALID_PRIORITY);
                        case "-max-attempts" -> number(parts[1], 0, MOST_TRIES, ClientError.INVALID_MAX_ATTEMPTS);
                        default -> number(parts[1], 0, MOST_TRIES, ClientError.INVALID_MAX_FAILS);
                    });
        }
        return new Flags(
                (int) Math.min(Integer.MAX_VALUE, values.getOrDefault("-priority", 0L)),
                values.getOrDefault("-max-attempts", 0L).intValue(),
                values.getOrDefault("-max-fails", 0L).intValue());
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
