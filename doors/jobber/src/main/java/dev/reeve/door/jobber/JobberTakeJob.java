package dev.reeve.door.jobber;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonBytes;
import dev.reeve.net.http.JsonFields;
import dev.reeve.net.http.JsonValue;
import dev.reeve.net.http.NameRule;
import dev.reeve.net.http.Route;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code POST /jobber/queue/{type}/take}: leases the next job of a type, and waits if the worker requests it. */
record JobberTakeJob(JobberDoor door) implements Route.Handler {
    private static final long LONGEST_WAIT_MICROS = 60_000_000;

    /** Fields of the request body. */
    private final class RequestFields {
        private @Nullable String worker;
        private long visibilityMicros;

        void field(String name, JsonValue value) throws IOException, HttpError {
            if (value.isNull()) {
                return;
            }
            switch (name) {
                case "worker" -> {
                    worker = value.text();
                    if (!NameRule.isText(worker, door.settings().longestNameBytes())) {
                        throw JobberErrors.badWorker();
                    }
                }
                case "visibility_timeout" -> visibilityMicros = LockActions.visibility(value);
                default -> {}
            }
        }
    }

    @Override
    public void handle(Exchange exchange) throws HttpError {
        String type = exchange.segment(0);
        long waitMicros = exchange.waitMicros(LONGEST_WAIT_MICROS);
        RequestFields fields = new RequestFields();
        if (exchange.body().length > 0) {
            JsonFields.read(exchange.body(), fields::field);
        }
        Acquire acquire = new Acquire(List.of(type), fields.worker, 1, fields.visibilityMicros);
        if (door.isType(type)) {
            take(exchange, acquire, waitMicros);
        } else {
            takeOfOtherDoor(exchange, acquire, waitMicros);
        }
    }

    /** A text that is not a type can only be the name of another door's queue. */
    private static void takeOfOtherDoor(Exchange exchange, Acquire acquire, long waitMicros) {
        exchange.ask(engine -> engine.queue(acquire.queues().get(0)) != null, exists -> {
            if (exists) {
                take(exchange, acquire, waitMicros);
            } else {
                exchange.refuse(JobberErrors.badType());
            }
        });
    }

    private static void take(Exchange exchange, Acquire acquire, long waitMicros) {
        exchange.acquire(acquire, waitMicros, job -> exchange.ok(out -> write(job, out)), exchange::noContent);
    }

    private static void write(LeasedJob job, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("job-id", job.id().toString());
        out.writeStringField("type", job.queue());
        new JsonBytes(job.payload()).writeField("payload", "payload-encoding", out);
        out.writeStringField("lock", Long.toString(job.lease().token()));
        LockActions.writeMoment("visible-at", job.lease().deadlineMicros(), out);
        out.writeEndObject();
    }
}
