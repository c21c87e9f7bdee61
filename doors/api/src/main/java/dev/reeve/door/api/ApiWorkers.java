package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.StrictJson;
import dev.reeve.node.Origin;
import dev.reeve.node.WorkerQuery;
import dev.reeve.node.WorkerView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handlers of {@code /v1/workers}. */
final class ApiWorkers {
    private static final Set<String> PARAMETERS = Set.of("cursor", "limit");
    private static final String LIST = "workers";
    private static final long BYTES_A_WORKER = 4_000;

    /** {@code GET /v1/workers}, by name. */
    void list(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        int limit = parameters.integer("limit", 1, JobListing.MOST, JobListing.USUAL);
        String cursor = parameters.one("cursor");
        parameters.throwIfAny();
        String after = cursor == null ? "" : new String(Cursor.parse(LIST, cursor), StandardCharsets.UTF_8);
        WorkerQuery query = new WorkerQuery(after, limit + 1, queue -> true);
        exchange.<List<WorkerView>>callNode(
                (node, done) -> node.workers(query, done),
                refused -> Problems.of(refused).error(),
                workers -> exchange.whenBudgetAllows(
                        BYTES_A_WORKER * workers.size(), () -> answer(exchange, workers, limit)));
    }

    private static void answer(Exchange exchange, List<WorkerView> workers, int limit) {
        List<WorkerView> shown = workers.subList(0, Math.min(limit, workers.size()));
        String last = workers.size() > limit ? shown.get(limit - 1).name() : null;
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart(LIST);
            for (WorkerView worker : shown) {
                write(worker, out);
            }
            out.writeEndArray();
            out.writeStringField(
                    "cursor", last == null ? null : Cursor.print(LIST, last.getBytes(StandardCharsets.UTF_8)));
            out.writeEndObject();
        });
    }

    private static void write(WorkerView worker, JsonGenerator out) throws IOException {
        Origin origin = worker.origin();
        out.writeStartObject();
        out.writeStringField("name", worker.name());
        out.writeStringField("door", origin == null ? null : origin.door());
        out.writeStringField("address", origin == null ? null : origin.address());
        out.writeStringField("identity", origin == null ? null : origin.identity());
        JobWriter.writeTexts("queues", worker.queues(), out);
        if (worker.hiddenQueues() > 0) {
            out.writeNumberField("hidden_queues", worker.hiddenQueues());
        }
        out.writeNumberField("waiting", worker.waiting());
        out.writeNumberField("jobs_held", worker.held());
        JobWriter.writeTime("last_seen_at", worker.lastSeenMicros(), out);
        out.writeBooleanField("quiet", worker.quiet());
        out.writeEndObject();
    }

    /** The fields of a request to be quiet. */
    private static final class QuietFields {
        private @Nullable Boolean quiet;

        boolean field(String name, StrictJson value) {
            if (!name.equals("quiet")) {
                return false;
            }
            quiet = value.bool();
            return true;
        }
    }

    /** {@code POST /v1/workers/{worker}/quiet}. */
    void quiet(Exchange exchange) throws HttpError {
        QuietFields fields = new QuietFields();
        FieldErrors errors = ApiDoor.read(exchange, fields::field);
        errors.throwIfAny();
        String name = exchange.segment(0);
        boolean quiet = fields.quiet == null || fields.quiet;
        exchange.<Boolean>callNode(
                (node, done) -> node.quiet(name, quiet, queue -> true, done),
                refused -> Problems.of(refused).error(),
                known -> {
                    if (known) {
                        exchange.noContent();
                    } else {
                        exchange.refuse(Problems.workerNotFound(name).error());
                    }
                });
    }
}
