package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.RefusedQueryException;
import dev.reeve.engine.Rejection;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.Timestamps;
import dev.reeve.node.Samples;
import dev.reeve.node.Series;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Handlers of {@code GET /v1/series} and {@code GET /v1/queues/{queue}/series}: the course of the counters. */
final class ApiSeries {
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final int BYTES_A_SAMPLE = 30;

    /** Readers of some queues only could conclude from the sum what happens in others. */
    void total(Exchange exchange) {
        ReadRule rule = exchange.sender().readRule();
        Series series = exchange.loopBridge().node().watch().series();
        exchange.askOrExplain(
                engine -> {
                    rule.requireAll();
                    return series.total();
                },
                refused -> Problems.of(refused).error(),
                samples -> answer(exchange, null, samples));
    }

    void ofQueue(Exchange exchange) {
        String name = exchange.segment(0);
        Series series = exchange.loopBridge().node().watch().series();
        exchange.askOrExplain(
                engine -> {
                    if (engine.queue(name) == null) {
                        throw new RefusedQueryException(Rejection.QUEUE_NOT_FOUND);
                    }
                    return Optional.ofNullable(series.of(name));
                },
                refused -> Problems.ofQueue(refused, name).error(),
                samples -> answer(exchange, name, samples.orElse(null)));
    }

    private static void answer(Exchange exchange, @Nullable String queue, @Nullable Samples samples) {
        long bytes = samples == null ? 0 : (long) BYTES_A_SAMPLE * samples.ready().length;
        exchange.whenBudgetAllows(bytes, () -> exchange.ok(out -> write(queue, samples, out)));
    }

    private static void write(@Nullable String queue, @Nullable Samples samples, JsonGenerator out) throws IOException {
        out.writeStartObject();
        if (queue != null) {
            out.writeStringField("queue", queue);
        }
        if (samples == null) {
            out.writeNullField("from");
            out.writeNullField("step_seconds");
        } else {
            out.writeStringField("from", Timestamps.print(samples.fromMicros()));
            out.writeNumberField("step_seconds", samples.stepMicros() / MICROS_A_SECOND);
        }
        int[] none = {};
        writeColumn("added", samples == null ? none : samples.added(), out);
        writeColumn("leased", samples == null ? none : samples.leased(), out);
        writeColumn("completed", samples == null ? none : samples.completed(), out);
        writeColumn("failed", samples == null ? none : samples.failed(), out);
        writeColumn("ready", samples == null ? none : samples.ready(), out);
        out.writeEndObject();
    }

    private static void writeColumn(String name, int[] numbers, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        out.writeArray(numbers, 0, numbers.length);
    }
}
