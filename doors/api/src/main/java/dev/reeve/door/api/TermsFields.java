package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.net.http.StrictJson;
import dev.reeve.settings.Durations;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields for retries and times that a job has, and a queue as defaults for its jobs. All are optional. */
final class TermsFields {
    private static final long MAX_MICROS = 100 * 31_557_600_000_000L;
    private static final int MOST_ATTEMPTS = 1_000_000;
    private static final int MOST_DELAYS = 100;
    /** What most jobs ask for: the terms of the queue as they are. */
    private static final TermsPatch QUEUE_TERMS = new TermsPatch(true, null, null, null, null, null, null, null);

    private boolean given;
    private @Nullable Integer maxAttempts;
    private @Nullable Integer maxLapses;
    private @Nullable Backoff backoff;
    private @Nullable Long leaseMicros;
    private @Nullable Long ttlMicros;
    private TermsPatch.@Nullable KeepPatch keep;

    /** The fields of {@code keep}. */
    private static final class KeepFields {
        private @Nullable Long completed;
        private @Nullable Long failed;
        private @Nullable Long cancelled;

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "completed" -> completed = value.durationMicros(0, MAX_MICROS);
                case "failed" -> failed = value.durationMicros(0, MAX_MICROS);
                case "cancelled" -> cancelled = value.durationMicros(0, MAX_MICROS);
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** The fields of {@code backoff}. */
    private static final class BackoffFields {
        private @Nullable Long first;
        private @Nullable Long max;

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "first" -> first = value.durationMicros(0, MAX_MICROS);
                case "max" -> max = value.durationMicros(0, MAX_MICROS);
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** Reads a field if it is one of these. */
    boolean field(String name, StrictJson value) throws IOException {
        switch (name) {
            case "max_attempts" -> maxAttempts = value.integer(0, MOST_ATTEMPTS);
            case "max_lapses" -> maxLapses = value.integer(0, MOST_ATTEMPTS);
            case "backoff" -> backoff = backoff(value);
            case "lease" -> leaseMicros = value.durationMicros(1, MAX_MICROS);
            case "ttl" -> ttlMicros = value.durationMicros(1, MAX_MICROS);
            case "keep" -> keep = keep(value);
            default -> {
                return false;
            }
        }
        given = true;
        return true;
    }

    private static TermsPatch.@Nullable KeepPatch keep(StrictJson value) throws IOException {
        KeepFields fields = new KeepFields();
        return value.object(fields::field)
                ? new TermsPatch.KeepPatch(fields.completed, fields.failed, fields.cancelled)
                : null;
    }

    /** A list of delays, or the first delay and the largest one. */
    private static @Nullable Backoff backoff(StrictJson value) throws IOException {
        if (value.isList()) {
            List<Long> delays = value.list(MOST_DELAYS, delay -> delay.durationMicros(0, MAX_MICROS));
            return delays == null || delays.isEmpty() ? Backoff.NONE : new Backoff(delays);
        }
        BackoffFields fields = new BackoffFields();
        if (!value.object(fields::field)) {
            return null;
        }
        Backoff standard = Terms.STANDARD.retry().backoff();
        return new Backoff(
                fields.first == null ? standard.firstMicros() : fields.first,
                fields.max == null ? standard.largestMicros() : fields.max);
    }

    /** The change of the queue's terms. */
    TermsPatch patch() {
        if (!given) {
            return QUEUE_TERMS;
        }
        TermsPatch.Tries tries = maxAttempts == null && maxLapses == null && backoff == null
                ? null
                : new TermsPatch.Tries(maxAttempts, backoff, maxLapses);
        return new TermsPatch(true, leaseMicros, null, ttlMicros, keep, null, null, tries);
    }

    /** The terms of a queue; what is left out has its default. */
    Terms terms() {
        return patch().on(Terms.STANDARD);
    }

    /** Writes the terms as fields of the current object. */
    static void write(Terms terms, JsonGenerator out) throws IOException {
        RetryPolicy retry = terms.retry();
        out.writeNumberField("max_attempts", retry.mostAttempts());
        out.writeNumberField("max_lapses", retry.maxLapses());
        writeBackoff(retry.backoff(), out);
        out.writeStringField(
                "lease", duration(terms.leaseMicros() == 0 ? Terms.DEFAULT_LEASE_MICROS : terms.leaseMicros()));
        out.writeStringField("ttl", duration(terms.ttlMicros()));
        out.writeObjectFieldStart("keep");
        out.writeStringField("completed", duration(terms.keep().completedMicros()));
        out.writeStringField("failed", duration(terms.keep().failedMicros()));
        out.writeStringField("cancelled", duration(terms.keep().cancelledMicros()));
        out.writeEndObject();
    }

    /** Writes what a job says itself as fields of the current object. */
    static void write(TermsPatch patch, JsonGenerator out) throws IOException {
        TermsPatch.Tries tries = patch.tries();
        if (tries != null) {
            writeNumber("max_attempts", tries.maxAttempts(), out);
            writeNumber("max_lapses", tries.maxLapses(), out);
            if (tries.backoff() != null) {
                writeBackoff(tries.backoff(), out);
            }
        }
        writeDuration("lease", patch.leaseMicros(), out);
        writeDuration("ttl", patch.ttlMicros(), out);
        TermsPatch.KeepPatch keep = patch.keep();
        if (keep != null) {
            out.writeObjectFieldStart("keep");
            writeDuration("completed", keep.completedMicros(), out);
            writeDuration("failed", keep.failedMicros(), out);
            writeDuration("cancelled", keep.cancelledMicros(), out);
            out.writeEndObject();
        }
    }

    private static void writeNumber(String name, @Nullable Integer number, JsonGenerator out) throws IOException {
        if (number != null) {
            out.writeNumberField(name, number);
        }
    }

    private static void writeDuration(String name, @Nullable Long micros, JsonGenerator out) throws IOException {
        if (micros != null) {
            out.writeStringField(name, duration(micros));
        }
    }

    private static void writeBackoff(Backoff backoff, JsonGenerator out) throws IOException {
        if (backoff.largestMicros() > 0) {
            out.writeObjectFieldStart("backoff");
            out.writeStringField("first", Durations.print(backoff.firstMicros()));
            out.writeStringField("max", Durations.print(backoff.largestMicros()));
            out.writeEndObject();
            return;
        }
        out.writeArrayFieldStart("backoff");
        for (long delay : backoff.delaysMicros()) {
            out.writeString(Durations.print(delay));
        }
        out.writeEndArray();
    }

    /** Null for a time without end. */
    private static @Nullable String duration(long micros) {
        return micros == Terms.FOREVER ? null : Durations.print(micros);
    }
}
