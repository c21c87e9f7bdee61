package dev.reeve.door.ocypod;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Totals;
import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.JsonParts;
import java.io.IOException;
import java.util.List;

/** Handlers of queries over all queues and jobs. */
record Info(OcypodErrors words, String version) {
    private static final long BYTES_A_QUEUE = 100;
    private static final long BYTES_A_NUMBER = 8;

    void tag(Exchange exchange) {
        String tag = exchange.segment(0);
        exchange.askInSteps(
                new TaggedJobs(tag),
                numbers -> exchange.okInParts(BYTES_A_NUMBER * numbers.length, JsonParts.numbers(numbers)));
    }

    void counts(Exchange exchange) {
        exchange.askInSteps(
                new AllQueues(),
                found -> exchange.okInParts(
                        BYTES_A_QUEUE * found.queues().size(),
                        JsonParts.all(List.of(
                                JsonParts.one(out -> {
                                    out.writeStartObject();
                                    out.writeObjectFieldStart("queues");
                                }),
                                JsonParts.items(found.queues(), this::writeQueue),
                                JsonParts.one(out -> {
                                    out.writeEndObject();
                                    writeTotals(found.totals(), out);
                                    out.writeEndObject();
                                })))));
    }

    private void writeQueue(QueueView queue, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart(queue.name());
        for (Status status : Queues.STATUSES) {
            out.writeNumberField(words.name(status), queue.count(status));
        }
        out.writeEndObject();
    }

    private static void writeTotals(Totals totals, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("statistics");
        out.writeNumberField("total_jobs_created", totals.get(Count.CREATED));
        out.writeNumberField("total_jobs_completed", totals.get(Count.COMPLETED));
        out.writeNumberField("total_jobs_retried", totals.get(Count.RETRIED));
        out.writeNumberField("total_jobs_failed", totals.get(Count.FAILED));
        out.writeNumberField("total_jobs_timed_out", totals.get(Count.TIMED_OUT));
        out.writeNumberField("total_jobs_cancelled", totals.get(Count.CANCELLED));
        out.writeEndObject();
    }

    void version(Exchange exchange) {
        exchange.ok(out -> out.writeString(version));
    }
}
