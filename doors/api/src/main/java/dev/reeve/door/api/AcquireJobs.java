package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.queue.QueueOrder;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Route;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code POST /v1/acquire}: leases jobs, and waits for the first one if the worker requests it. */
record AcquireJobs(ApiSettings settings) implements Route.Handler {
    private static final int MOST_JOBS = 1000;
    private static final long MOST_BYTES = 16L * 1024 * 1024;
    private static final int MOST_QUEUES = 1000;
    private static final int MOST_WEIGHT = 1_000_000;
    private static final long LONGEST_WAIT_MICROS = 60_000_000;

    /** The fields of the request. */
    private final class RequestFields {
        private @Nullable List<String> queues;
        private @Nullable String order;
        private @Nullable Map<String, Integer> weights;
        private @Nullable Integer count;
        private @Nullable Long waitMicros;
        private @Nullable Long leaseMicros;
        private @Nullable String worker;

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "queues" ->
                    queues = value.list(MOST_QUEUES, queue -> queue.text(settings::isName, settings::expectedName));
                case "order" -> order(value);
                case "count" -> count = value.integer(1, MOST_JOBS);
                case "wait" -> waitMicros = value.durationMicros(0, LONGEST_WAIT_MICROS);
                case "lease" -> leaseMicros = value.durationMicros(1, Renewal.MAX_LEASE_MICROS);
                case "worker" -> worker = value.text(settings::isName, settings::expectedName);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void order(StrictJson value) throws IOException {
            if (value.isObject()) {
                weights = value.map(MOST_QUEUES, weight -> weight.integer(1, MOST_WEIGHT));
            } else {
                order = value.text(
                        text -> text.equals("random") || text.equals("listed"),
                        "expected \"random\", \"listed\" or an object of weights");
            }
        }

        void check(FieldErrors errors) {
            if (queues == null && weights != null) {
                queues = List.copyOf(weights.keySet());
            }
            if (queues == null) {
                errors.missing("/queues");
            } else if (queues.isEmpty()) {
                errors.add("/queues", "names no queue");
            } else if (weights != null && !weights.keySet().equals(Set.copyOf(queues))) {
                errors.add("/order", "expected a weight for each of the queues");
            }
        }

        Acquire command() {
            List<String> given = queues == null ? List.of() : queues;
            List<String> names =
                    given.size() <= 1 ? given : given.stream().distinct().toList();
            return new Acquire(
                    names,
                    worker,
                    count == null ? 1 : count,
                    leaseMicros == null ? 0 : leaseMicros,
                    null,
                    queueOrder(names),
                    MOST_BYTES);
        }

        private QueueOrder queueOrder(List<String> names) {
            Map<String, Integer> given = weights;
            if (given != null) {
                return QueueOrder.weighted(
                        names.stream().map(name -> given.getOrDefault(name, 1)).toList());
            }
            return "listed".equals(order) ? QueueOrder.LISTED : QueueOrder.RANDOM;
        }
    }

    @Override
    public void handle(Exchange exchange) throws HttpError {
        RequestFields fields = new RequestFields();
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        fields.check(errors);
        errors.throwIfAny();
        exchange.acquireAll(
                fields.command(),
                fields.waitMicros == null ? 0 : fields.waitMicros,
                jobs -> answer(exchange, jobs, false),
                () -> answer(exchange, List.of(), false),
                () -> answer(exchange, List.of(), true),
                refused -> Problems.of(refused).error());
    }

    private static void answer(Exchange exchange, List<LeasedJob> jobs, boolean quiet) {
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("jobs");
            for (LeasedJob job : jobs) {
                write(job, out);
            }
            out.writeEndArray();
            out.writeBooleanField("quiet", quiet);
            out.writeEndObject();
        });
    }

    private static void write(LeasedJob job, JsonGenerator out) throws IOException {
        out.writeStartObject();
        JobWriter.fields(job.job(), JobWriter.FOR_WORKER, out);
        out.writeStringField("lease_token", Long.toString(job.lease().token()));
        FlowJson.writeDependencies(job.dependencies(), out);
        out.writeEndObject();
    }
}
