package dev.reeve.door.ocypod;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonValue;
import dev.reeve.settings.Durations;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a queue or a job, all optional: parsed from requests and written to responses. "0s" disables timeouts and
 * expiry, which the engine represents as forever.
 */
public final class OcypodTerms {
    private static final long FIVE_MINUTES = 300_000_000;

    /** The lease length that the engine uses when neither job nor queue sets one. */
    private static final long DEFAULT_LEASE_MICROS = 60_000_000;

    /** The defaults of settings that are not given. */
    public static final Terms DEFAULTS = new Terms(
            FIVE_MINUTES,
            0,
            Terms.FOREVER,
            FIVE_MINUTES,
            Terms.BACKGROUND,
            new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, 0, List.of()));

    private @Nullable Long timeoutMicros;
    private @Nullable Long heartbeatMicros;
    private @Nullable Long expiryMicros;
    private @Nullable Integer retries;
    private @Nullable List<Long> delaysMicros;

    public void timeout(long micros) {
        timeoutMicros = orForever(micros);
    }

    public void heartbeatTimeout(long micros) {
        heartbeatMicros = micros;
    }

    public void expiresAfter(long micros) {
        expiryMicros = orForever(micros);
    }

    public void retries(int most) {
        retries = most;
    }

    public void retryDelays(List<Long> micros) {
        delaysMicros = micros;
    }

    /** Reads a field if it is one of the settings. Null counts as absent. */
    void field(String name, JsonValue value) throws IOException, HttpError {
        if (value.isNull()) {
            return;
        }
        switch (name) {
            case "timeout" -> timeout(value.durationMicros());
            case "heartbeat_timeout" -> heartbeatTimeout(value.durationMicros());
            case "expires_after" -> expiresAfter(value.durationMicros());
            case "retries" -> retries(value.integer(0, Integer.MAX_VALUE));
            case "retry_delays" -> retryDelays(value.list(JsonValue::durationMicros));
            default -> {}
        }
    }

    TermsPatch patch() {
        return new TermsPatch(timeoutMicros, heartbeatMicros, expiryMicros, retries, delaysMicros);
    }

    /** The terms of a queue, with defaults for settings that are not given. */
    public Terms terms() {
        return patch().on(DEFAULTS);
    }

    private static long orForever(long micros) {
        return micros == 0 ? Terms.FOREVER : micros;
    }

    /** Writes the settings as five fields of the current object. */
    static void write(Terms terms, JsonGenerator out) throws IOException {
        out.writeStringField("timeout", timeout(terms));
        out.writeStringField("heartbeat_timeout", Durations.print(terms.heartbeatMicros()));
        out.writeStringField("expires_after", expiry(terms));
        out.writeNumberField("retries", terms.retry().retries());
        out.writeFieldName("retry_delays");
        writeDelays(terms, out);
    }

    static String timeout(Terms terms) {
        return terms.leaseMicros() == 0 ? Durations.print(DEFAULT_LEASE_MICROS) : orZero(terms.leaseMicros());
    }

    /** A job whose retention does not depend on its age has no expiry in this protocol. */
    static String expiry(Terms terms) {
        return terms.keepMicros() == Terms.HISTORY ? orZero(0) : orZero(terms.keepMicros());
    }

    private static String orZero(long micros) {
        return Durations.print(micros == Terms.FOREVER ? 0 : micros);
    }

    static void writeDelays(Terms terms, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (long delay : terms.retry().delaysMicros()) {
            out.writeString(Durations.print(delay));
        }
        out.writeEndArray();
    }
}
