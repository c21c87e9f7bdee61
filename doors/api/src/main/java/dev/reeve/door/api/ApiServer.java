package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.access.Right;
import dev.reeve.net.http.Exchange;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Handlers that tell of the server itself: {@code /v1/server}, {@code /v1/settings}. */
record ApiServer(ServerReport report) {
    private static final double MICROS_A_SECOND = 1e6;
    private static final double NANOS_A_SECOND = 1e9;
    /** Values in TOML that are JSON too. */
    private static final Pattern JSON_VALUE = Pattern.compile("true|false|0|[1-9]\\d*|\"(?s:.*)\"");

    /** What the node knows. */
    private record Figures(long atMicros, long position, long usedBytes, int jobs) {}

    private void ask(Exchange exchange, Consumer<Figures> answer) {
        long now = exchange.nowMicros();
        exchange.askNode(
                (engine, node) -> new Figures(now, node.position(), engine.heapBytes(), engine.jobCount()),
                refused -> Problems.of(refused).error(),
                answer);
    }

    /** {@code GET /v1/server}. */
    void server(Exchange exchange) {
        ask(exchange, figures -> exchange.ok(out -> write(figures, out)));
    }

    private void write(Figures figures, JsonGenerator out) throws IOException {
        long uptime = report.uptimeMicros();
        String notReady = report.notReady();
        out.writeStartObject();
        out.writeStringField("version", report.version());
        JobWriter.writeTime("time", figures.atMicros, out);
        out.writeNumberField("uptime_seconds", uptime / MICROS_A_SECOND);
        out.writeBooleanField("ready", notReady == null);
        out.writeStringField("not_ready_because", notReady);
        out.writeBooleanField("growth_refused", report.refusesGrowth(figures.usedBytes));
        JobWriter.writeTime("certificate_expires_at", report.certificateEndMicros(), out);
        out.writeNumberField("jobs", figures.jobs);
        out.writeNumberField("connections", report.connections());
        out.writeObjectFieldStart("memory");
        out.writeNumberField("used_bytes", figures.usedBytes);
        out.writeNumberField("limit_bytes", report.memoryLimitBytes());
        out.writeEndObject();
        writeJournal(report.journal(), figures.position, out);
        writeListeners(out);
        out.writeEndObject();
    }

    private static void writeJournal(ServerReport.Journal journal, long position, JsonGenerator out)
            throws IOException {
        out.writeObjectFieldStart("journal");
        out.writeStringField("durability", journal.durability());
        out.writeNumberField("position", position);
        out.writeNumberField("bytes_since_snapshot", journal.bytesSinceSnapshot());
        out.writeNumberField("unsynced_bytes", journal.unsyncedBytes());
        out.writeNumberField("last_sync_seconds", journal.lastSyncNanos() / NANOS_A_SECOND);
        out.writeEndObject();
        out.writeObjectFieldStart("disk");
        Long free = journal.freeBytes();
        if (free == null) {
            out.writeNullField("free_bytes");
        } else {
            out.writeNumberField("free_bytes", free);
        }
        out.writeNumberField("needed_bytes", journal.neededBytes());
        out.writeEndObject();
    }

    private void writeListeners(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("doors");
        for (ServerReport.Listener listener : report.listeners()) {
            out.writeStartObject();
            out.writeStringField("name", listener.door());
            out.writeStringField("address", listener.address());
            out.writeNumberField("port", listener.port());
            out.writeBooleanField("tls", listener.tls());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    /** {@code GET /v1/settings}. Who may not change settings does not see paths. */
    void settings(Exchange exchange) {
        boolean all = exchange.sender().mayEverywhere(Right.SETTINGS);
        exchange.ok(out -> {
            out.writeStartObject();
            out.writeArrayFieldStart("settings");
            for (ServerReport.ShownSetting setting : report.settings()) {
                write(setting, all || !setting.isPrivate(), out);
            }
            out.writeEndArray();
            out.writeEndObject();
        });
    }

    private static void write(ServerReport.ShownSetting setting, boolean shown, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("key", setting.key());
        out.writeFieldName("value");
        if (!shown) {
            out.writeNull();
        } else if (JSON_VALUE.matcher(setting.value()).matches()) {
            out.writeRawValue(setting.value());
        } else {
            out.writeString(setting.value());
        }
        out.writeStringField("source", shown ? setting.source() : null);
        out.writeBooleanField("hidden", !shown);
        out.writeEndObject();
    }
}
