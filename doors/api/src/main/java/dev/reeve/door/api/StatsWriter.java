package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.job.State;
import dev.reeve.net.http.Json;
import dev.reeve.net.http.Timestamps;
import dev.reeve.node.Rates;
import dev.reeve.node.Stats;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the figures. What is about the whole server is for readers of all queues only, because others could conclude from it
 * what happens in queues that they may not see.
 */
final class StatsWriter {
    static final int MOST_QUEUES = 50;
    private static final double NANOS_A_SECOND = 1e9;

    private StatsWriter() {}

    static byte[] message(Stats stats, EventFilter filter, ReadRule rule) {
        byte[] json = Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("at", Timestamps.print(stats.atMicros()));
            if (rule.allowsAll()) {
                writeTotals(stats.totals(), out);
            }
            writeQueues(stats, filter, rule, out);
            out.writeEndObject();
        });
        return EventWriter.message(null, EventWords.STATS, json);
    }

    private static void writeTotals(Stats.Totals totals, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("jobs");
        for (State state : State.values()) {
            out.writeNumberField(States.word(state), totals.jobs().getOrDefault(state, 0));
        }
        out.writeEndObject();
        writeRates(totals.rates(), out);
        out.writeNumberField("waiting_workers", totals.waitingForJobs());
        out.writeNumberField("memory_used_bytes", totals.memory().usedBytes());
        out.writeNumberField("memory_limit_bytes", totals.memory().limitBytes());
        Stats.Syncs syncs = totals.syncs();
        out.writeNumberField("syncs", syncs.count());
        out.writeNumberField("sync_seconds", syncs.count() == 0 ? 0 : syncs.nanos() / NANOS_A_SECOND / syncs.count());
    }

    private static void writeQueues(Stats stats, EventFilter filter, ReadRule rule, JsonGenerator out)
            throws IOException {
        out.writeArrayFieldStart("queues");
        int written = 0;
        for (Stats.QueueStats row : stats.queues()) {
            String name = row.queue().name();
            if (written < MOST_QUEUES && filter.wantsQueue(name) && rule.allows(name)) {
                written++;
                out.writeStartObject();
                out.writeStringField("name", name);
                for (State state : State.values()) {
                    out.writeNumberField(States.word(state), row.queue().count(state));
                }
                out.writeBooleanField("paused", row.queue().paused());
                writeRates(row.rates(), out);
                out.writeEndObject();
            }
        }
        out.writeEndArray();
    }

    private static void writeRates(Rates rates, JsonGenerator out) throws IOException {
        writeRate("added_per_second", rates.added(), out);
        writeRate("leased_per_second", rates.leased(), out);
        writeRate("completed_per_second", rates.completed(), out);
        writeRate("failed_per_second", rates.failed(), out);
    }

    /** Writes the two rates that the numbers of a queue have; null for a queue without a tally of its own. */
    static void writeQueueRates(@Nullable Rates rates, JsonGenerator out) throws IOException {
        if (rates == null) {
            out.writeNullField("added_per_second");
            out.writeNullField("completed_per_second");
        } else {
            writeRate("added_per_second", rates.added(), out);
            writeRate("completed_per_second", rates.completed(), out);
        }
    }

    /** Three digits after the point are enough for a rate. */
    private static void writeRate(String name, double rate, JsonGenerator out) throws IOException {
        out.writeNumberField(name, Math.round(rate * 1000) / 1000.0);
    }
}
