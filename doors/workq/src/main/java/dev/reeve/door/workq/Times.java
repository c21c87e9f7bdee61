package dev.reeve.door.workq;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Timestamps of the protocol: RFC 3339 in UTC. */
final class Times {
    private static final Pattern FORMAT =
            Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(?:\\.([0-9]+))?Z");
    private static final int MICROS_DIGITS = 6;

    private Times() {}

    /** Microseconds since 1970; smaller fractions are truncated. */
    static long read(String text) throws BadLine {
        Matcher parts = FORMAT.matcher(text);
        if (!parts.matches()) {
            throw new BadLine(ClientError.INVALID_TIME);
        }
        try {
            long seconds = LocalDateTime.parse(parts.group(1)).toEpochSecond(ZoneOffset.UTC);
            return seconds * 1_000_000 + micros(parts.group(2));
        } catch (DateTimeException noSuchTime) {
            throw new BadLine(ClientError.INVALID_TIME);
        }
    }

    private static int micros(@Nullable String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "000000").substring(0, MICROS_DIGITS));
    }

    /** The time in whole seconds. */
    static String write(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L)).toString();
    }
}
