package dev.reeve.door.jobber;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonFields;
import dev.reeve.net.http.JsonValue;
import dev.reeve.net.http.Timestamps;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Handlers for a worker that has the lock of a job. */
record LockActions(JobberSettings settings) {
    private static final byte[] NO_RESULT = new byte[0];
    private static final long NEVER_GIVEN = -1;

    /** Fields of the request body. */
    private static final class RequestFields {
        private @Nullable String lock;
        private long visibilityMicros;

        void field(String name, JsonValue value) throws IOException, HttpError {
            if (value.isNull()) {
                return;
            }
            switch (name) {
                case "lock" -> lock = value.text();
                case "visibility_timeout" -> visibilityMicros = visibility(value);
                default -> {}
            }
        }

        /** A text that cannot be a lock is treated as a lost lock. */
        Claim claim() throws HttpError {
            if (lock == null) {
                throw JobberErrors.missing("lock");
            }
            return Claim.ofToken(lock.matches("[1-9][0-9]{0,17}") ? Long.parseLong(lock) : NEVER_GIVEN);
        }
    }

    private static RequestFields read(Exchange exchange) throws HttpError {
        RequestFields fields = new RequestFields();
        JsonFields.read(exchange.body(), fields::field);
        return fields;
    }

    void done(Exchange exchange) throws HttpError {
        JobId id = JobberDoor.job(exchange);
        exchange.submit(
                new Complete(JobRef.of(id), read(exchange).claim(), NO_RESULT),
                why -> JobberErrors.ofJob(why, id.toString()),
                done -> exchange.noContent());
    }

    void release(Exchange exchange) throws HttpError {
        JobId id = JobberDoor.job(exchange);
        exchange.submit(
                new Release(JobRef.of(id), read(exchange).claim(), false),
                why -> JobberErrors.ofJob(why, id.toString()),
                done -> exchange.noContent());
    }

    void extend(Exchange exchange) throws HttpError {
        JobId id = JobberDoor.job(exchange);
        RequestFields fields = read(exchange);
        long leaseMicros = fields.visibilityMicros == 0 ? settings.visibilityMicros() : fields.visibilityMicros;
        exchange.submit(
                new Renew(JobRef.of(id), fields.claim(), leaseMicros),
                why -> JobberErrors.ofJob(why, id.toString()),
                renewed -> exchange.ok(out -> {
                    out.writeStartObject();
                    writeMoment("visible-at", renewed.deadlineMicros(), out);
                    out.writeEndObject();
                }));
    }

    static long visibility(JsonValue value) throws IOException, HttpError {
        long micros = value.durationMicros();
        if (micros == 0) {
            throw JobberErrors.noVisibility();
        }
        return micros;
    }

    static void writeMoment(String name, long micros, JsonGenerator out) throws IOException {
        if (micros == DeadlineHeap.NEVER) {
            out.writeNullField(name);
        } else {
            out.writeStringField(name, Timestamps.print(micros));
        }
    }
}
