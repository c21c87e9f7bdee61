package dev.reeve.door.ocypod;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.Status;
import dev.reeve.net.http.JsonBytes;
import dev.reeve.net.http.Timestamps;
import dev.reeve.settings.Durations;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Fields of a job, in output order. */
@SuppressWarnings("ImmutableEnumChecker") // The value writers are stateless lambdas.
enum JobField {
    ID((job, words, out) -> out.writeNumber(job.number())),
    QUEUE((job, words, out) -> out.writeString(job.queue())),
    STATUS((job, words, out) -> out.writeString(words.name(job.status()))),
    TAGS((job, words, out) -> {
        out.writeStartArray();
        for (String tag : job.labels().tags()) {
            out.writeString(tag);
        }
        out.writeEndArray();
    }),
    CREATED_AT((job, words, out) -> moment(job.createdAtMicros(), out)),
    STARTED_AT((job, words, out) -> {
        Lease lease = lease(job);
        moment(lease == null ? 0 : lease.startedAtMicros(), out);
    }),
    ENDED_AT((job, words, out) -> moment(job.status() == Status.RUNNING ? 0 : job.endedAtMicros(), out)),
    LAST_HEARTBEAT((job, words, out) -> {
        Lease lease = lease(job);
        moment(lease == null ? 0 : lease.renewedAtMicros(), out);
    }),
    INPUT((job, words, out) -> bytes("input", new JsonBytes(job.payload()), out)),
    OUTPUT((job, words, out) -> bytes("output", output(job), out)),
    TIMEOUT((job, words, out) -> out.writeString(OcypodTerms.timeout(job.terms()))),
    HEARTBEAT_TIMEOUT(
            (job, words, out) -> out.writeString(Durations.print(job.terms().heartbeatMicros()))),
    EXPIRES_AFTER((job, words, out) -> out.writeString(OcypodTerms.expiry(job.terms()))),
    RETRIES((job, words, out) -> out.writeNumber(job.terms().retry().retries())),
    RETRIES_ATTEMPTED((job, words, out) -> out.writeNumber(job.retriesUsed())),
    RETRY_DELAYS((job, words, out) -> OcypodTerms.writeDelays(job.terms(), out)),
    ENDED((job, words, out) -> out.writeBoolean(job.state().ended()));

    private interface Value {
        void write(JobView job, OcypodErrors words, JsonGenerator out) throws IOException;
    }

    private final String word = name().toLowerCase(Locale.ROOT);
    private final Value value;

    JobField(Value value) {
        this.value = value;
    }

    /** The field of that name; null if there is none. */
    static @Nullable JobField of(String name) {
        for (JobField field : values()) {
            if (field.word.equals(name)) {
                return field;
            }
        }
        return null;
    }

    void write(JobView job, OcypodErrors words, JsonGenerator out) throws IOException {
        out.writeFieldName(word);
        value.write(job, words, out);
    }

    /** Writes bytes, followed by an encoding field if they are neither JSON nor text. */
    private static void bytes(String word, JsonBytes bytes, JsonGenerator out) throws IOException {
        bytes.write(out);
        if (bytes.isBase64()) {
            out.writeStringField(word + "_encoding", JsonBytes.BASE64);
        }
    }

    /** The output of a job; null if it has none. */
    static JsonBytes output(JobView job) {
        byte[] result = job.result();
        return new JsonBytes(result == null || result.length == 0 ? JsonBytes.NULL : result);
    }

    /** The current lease or, if the attempt is over, the last one; null for a job in the initial status. */
    private static @Nullable Lease lease(JobView job) {
        return job.status() == Status.QUEUED ? null : job.lease();
    }

    private static void moment(long micros, JsonGenerator out) throws IOException {
        if (micros == 0) {
            out.writeNull();
        } else {
            out.writeString(Timestamps.print(micros));
        }
    }
}
