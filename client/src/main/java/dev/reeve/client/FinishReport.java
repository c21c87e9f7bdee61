package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a worker reports to end a lease, as a field of {@code /v1/bulk/finish}. */
sealed interface FinishReport {
    void write(JsonGenerator out) throws IOException;

    /** About how long it is. */
    default int bytes() {
        return 64;
    }

    /** The job is done. */
    record Completed(RawJson result) implements FinishReport {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeObjectFieldStart("complete");
            if (!result.isNull()) {
                result.writeField("result", out);
            }
            out.writeEndObject();
        }

        @Override
        public int bytes() {
            return 64 + result.bytes().length * 4 / 3;
        }
    }

    /** The attempt failed. */
    record Failed(String type, String message, String trace, boolean forGood) implements FinishReport {
        private static final int LONGEST_TYPE = 80;
        private static final int LONGEST_MESSAGE = 16 * 1024;
        private static final int LONGEST_TRACE = 64 * 1024;

        static Failed of(Throwable thrown) {
            Throwable cause = thrown instanceof FailForGood && thrown.getCause() != null ? thrown.getCause() : thrown;
            StringWriter trace = new StringWriter();
            cause.printStackTrace(new PrintWriter(trace));
            String message = thrown.getMessage();
            return new Failed(
                    cause.getClass().getName(),
                    message == null ? "" : message,
                    trace.toString(),
                    thrown instanceof FailForGood);
        }

        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeObjectFieldStart("fail");
            out.writeObjectFieldStart("error");
            out.writeStringField("type", cut(type, LONGEST_TYPE));
            out.writeStringField("message", cut(message, LONGEST_MESSAGE));
            out.writeStringField("trace", cut(trace, LONGEST_TRACE));
            out.writeEndObject();
            if (forGood) {
                out.writeStringField("retry", "never");
            }
            out.writeEndObject();
        }

        private static String cut(String text, int longest) {
            String known = wellFormed(text);
            if (known.length() <= longest) {
                return known;
            }
            boolean splits = Character.isHighSurrogate(known.charAt(longest - 1));
            return known.substring(0, splits ? longest - 1 : longest);
        }

        /** Half a surrogate pair cannot be sent. */
        private static String wellFormed(String text) {
            Predicate<Integer> isHalf = c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (text.codePoints().boxed().noneMatch(isHalf)) {
                return text;
            }
            StringBuilder clean = new StringBuilder(text.length());
            text.codePoints().forEach(c -> clean.appendCodePoint(isHalf.test(c) ? '?' : c));
            return clean.toString();
        }

        @Override
        public int bytes() {
            return 128 + message.length() + trace.length();
        }
    }

    /** The job is given back. */
    record Released(Duration delay) implements FinishReport {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeObjectFieldStart("release");
            if (!delay.isZero()) {
                out.writeStringField("delay", WireText.of(delay));
            }
            out.writeEndObject();
        }
    }

    /** The worker obeys a cancel. */
    record Cancelled() implements FinishReport {
        @Override
        public void write(JsonGenerator out) throws IOException {
            out.writeObjectFieldStart("cancelled");
            out.writeEndObject();
        }
    }

    /** The report in place of one that the server refuses, because of its size for instance; null if there is none. */
    static @Nullable FinishReport instead(FinishReport refused, ReeveException problem) {
        boolean isResult = refused instanceof Completed && (problem.status() == 413 || problem.status() == 422);
        return isResult ? new Failed("ResultRefused", String.valueOf(problem.getMessage()), "", true) : null;
    }
}
