package dev.reeve.door.ocypod;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonValue;
import dev.reeve.settings.Durations;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a queue or a job, all optional: parsed from requests and written to responses. "0s" disables timeouts and
 * expiry, which the engine represents as forever.
 */
public final class OcypodTerms {
    /** The lease length that the engine uses when neither job nor queue sets one. */
    private static final long DEFAULT_LEASE_MICROS = 60_000_000;

    private static final Setting<Duration> TIMEOUT = new Setting<>("timeout", SettingType.DURATION, "5m", """
            Maximum time a worker may hold a job before the job times out; 0s = no limit.""");
    private static final Setting<Duration> HEARTBEAT_TIMEOUT =
            new Setting<>("heartbeat_timeout", SettingType.DURATION, "0s", """
            Maximum time between two heartbeats of a worker; 0s = heartbeats are not required.""");
    private static final Setting<Duration> EXPIRES_AFTER =
            new Setting<>("expires_after", SettingType.DURATION, "5m", """
            How long a finished job is kept; 0s = forever.""");
    private static final Setting<Integer> RETRIES =
            new Setting<>("retries", SettingType.integer(0, Integer.MAX_VALUE), "0", """
            Maximum number of retries of a job that failed or timed out.""");
    private static final Setting<List<Duration>> RETRY_DELAYS =
            new Setting<>("retry_delays", SettingType.DURATIONS, "[]", """
            Delay before each retry; the last value applies to all further retries.""");

    /** The settings of a table {@code [queue.NAME]} of the config file. */
    public static final List<Setting<?>> QUEUE_SETTINGS =
            List.of(TIMEOUT, HEARTBEAT_TIMEOUT, EXPIRES_AFTER, RETRIES, RETRY_DELAYS);

    /** The defaults of settings that are not given. */
    public static final Terms DEFAULTS = from(SettingValues.DEFAULTS);

    private @Nullable Long timeoutMicros;
    private @Nullable Long heartbeatMicros;
    private @Nullable Long expiryMicros;
    private @Nullable Integer retries;
    private @Nullable List<Long> delaysMicros;

    /** The terms of the jobs of a queue in the config file. */
    public static Terms from(SettingValues table) {
        return new Terms(
                orForever(micros(table.get(TIMEOUT))),
                micros(table.get(HEARTBEAT_TIMEOUT)),
                Terms.FOREVER,
                orForever(micros(table.get(EXPIRES_AFTER))),
                Terms.BACKGROUND,
                new RetryPolicy(
                        RetryPolicy.Rule.RETRIES,
                        0,
                        0,
                        table.get(RETRIES),
                        table.get(RETRY_DELAYS).stream()
                                .map(OcypodTerms::micros)
                                .toList()));
    }

    private static long micros(Duration duration) {
        return TimeUnit.MICROSECONDS.convert(duration);
    }

    /** Reads a field if it is one of the settings. Null counts as absent. */
    void field(String name, JsonValue value) throws IOException, HttpError {
        if (value.isNull()) {
            return;
        }
        switch (name) {
            case "timeout" -> timeoutMicros = orForever(value.durationMicros());
            case "heartbeat_timeout" -> heartbeatMicros = value.durationMicros();
            case "expires_after" -> expiryMicros = orForever(value.durationMicros());
            case "retries" -> retries = value.integer(0, Integer.MAX_VALUE);
            case "retry_delays" -> delaysMicros = value.list(JsonValue::durationMicros);
            default -> {}
        }
    }

    TermsPatch patch() {
        return new TermsPatch(timeoutMicros, heartbeatMicros, expiryMicros, retries, delaysMicros);
    }

    /** The terms of a queue, with defaults for settings that are not given. */
    Terms terms() {
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

    static String expiry(Terms terms) {
        return orZero(terms.keep().completedMicros());
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
