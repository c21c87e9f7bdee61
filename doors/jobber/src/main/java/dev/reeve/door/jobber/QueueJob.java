package dev.reeve.door.jobber;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonBytes;
import dev.reeve.net.http.JsonFields;
import dev.reeve.net.http.JsonValue;
import dev.reeve.net.http.Route;
import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code POST /jobber/queue}, and {@code POST /jobs} with other field names: queues a job. */
final class QueueJob implements Route.Handler {
    private final JobberDoor door;
    private final String typeField;
    private final String idField;
    private final Terms terms;

    QueueJob(JobberDoor door, String typeField, String idField) {
        this.door = door;
        this.typeField = typeField;
        this.idField = idField;
        this.terms = new Terms(
                door.settings().visibilityMicros(), 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS);
    }

    /** Fields of the request body. */
    private final class NewJob {
        private @Nullable String queue;
        private byte[] payload = JsonBytes.NULL;

        void field(String name, JsonValue value) throws IOException, HttpError {
            if (name.equals(typeField)) {
                queue = door.queue(value.text());
            } else if (name.equals("payload")) {
                payload = value.raw();
            }
        }
    }

    @Override
    public void handle(Exchange exchange) throws HttpError {
        NewJob job = new NewJob();
        JsonFields.read(exchange.body(), job::field);
        String queue = job.queue;
        if (queue == null) {
            throw JobberErrors.missing(typeField);
        }
        if (job.payload.length > door.settings().mostPayloadBytes()) {
            throw JobberErrors.tooLarge(door.settings().mostPayloadBytes());
        }
        UUID random = UUID.randomUUID();
        JobId id = JobId.ofUuid(random.getMostSignificantBits(), random.getLeastSignificantBits());
        exchange.submit(
                new Add(id, queue, job.payload, 0, Add.NOW, terms),
                why -> JobberErrors.ofJob(why, id.toString()),
                number -> exchange.created("/jobber/job/" + id, out -> {
                    out.writeStartObject();
                    out.writeStringField(idField, id.toString());
                    out.writeEndObject();
                }));
    }
}
