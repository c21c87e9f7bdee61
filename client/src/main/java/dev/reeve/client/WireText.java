package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** How values are written in requests. */
final class WireText {
    private static final long NANOS_A_MICRO = 1_000;
    private static final long MICROS_A_MILLI = 1_000;

    private WireText() {}

    /** A duration, to the microsecond. */
    static String of(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a duration must not be negative, as " + duration + " is");
        }
        long micros = duration.toNanosPart() / NANOS_A_MICRO;
        if (micros == 0) {
            return duration.toSeconds() + "s";
        }
        String rest = micros % MICROS_A_MILLI == 0 ? micros / MICROS_A_MILLI + "ms" : micros + "us";
        return duration.toSeconds() == 0 ? rest : duration.toSeconds() + "s " + rest;
    }

    /** A part of a path or the value of a parameter. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Writes JSON that has been made before, byte for byte. */
    static void writeRaw(byte[] json, JsonGenerator out) throws IOException {
        out.writeRawValue(new String(json, StandardCharsets.UTF_8));
    }
}
