package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Event;
import dev.reeve.engine.EventType;
import dev.reeve.engine.job.Progress;
import dev.reeve.net.http.Json;
import dev.reeve.net.http.Timestamps;
import dev.reeve.node.EventId;
import dev.reeve.node.PublishedEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes messages of a stream of server-sent events. JSON has no line breaks, so the data of a message is one line. */
final class EventWriter {
    private EventWriter() {}

    /** @param withTexts whether the reader may see what workers have written */
    static byte[] event(PublishedEvent published, boolean withTexts) {
        Event event = published.event();
        return message(
                published.id(), EventWords.word(event.type()), Json.bytes(out -> writeEvent(event, withTexts, out)));
    }

    private static void writeEvent(Event event, boolean withTexts, JsonGenerator out) throws IOException {
        out.writeStartObject();
        Event.Subject job = event.job();
        if (job == null) {
            out.writeStringField("queue", event.queue());
        } else {
            out.writeStringField("id", job.id().toString());
            out.writeNumberField("number", job.number());
            out.writeStringField("queue", event.queue());
            out.writeStringField("type", job.klass());
            out.writeNumberField("attempt", job.attempt());
            writeDetails(event, job, withTexts, out);
        }
        out.writeStringField("at", Timestamps.print(event.atMicros()));
        out.writeEndObject();
    }

    private static void writeDetails(Event event, Event.Subject job, boolean withTexts, JsonGenerator out)
            throws IOException {
        EventType type = event.type();
        if (type == EventType.JOB_LEASED) {
            out.writeStringField("worker", event.about());
        }
        if (type == EventType.JOB_ADDED || type == EventType.JOB_RETRYING) {
            JobWriter.writeTime("run_at", job.dueAtMicros(), out);
        }
        if (type == EventType.JOB_RETRYING || type == EventType.JOB_FAILED) {
            out.writeStringField("error", event.about());
        }
        Progress progress = event.progress();
        if (progress != null) {
            out.writeObjectFieldStart("progress");
            out.writeNumberField("percent", progress.percent());
            out.writeStringField("message", withTexts ? progress.message() : "");
            out.writeEndObject();
        }
    }

    /** Tells a client that there were events which it is not told. */
    static byte[] gap(EventId upTo) {
        return message(upTo, EventWords.GAP, Json.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("missed_up_to", upTo.toString());
            out.writeEndObject();
        }));
    }

    /** A message that a client does not see; it only remembers how far the stream has come. */
    static byte[] ping(@Nullable EventId last) {
        return bytes(last == null ? ": ping\n\n" : ": ping\nid: " + last + "\n\n");
    }

    /** The figures have no id: a client does not miss them. */
    static byte[] message(@Nullable EventId id, String word, byte[] json) {
        byte[] head = bytes((id == null ? "" : "id: " + id + "\n") + "event: " + word + "\ndata: ");
        byte[] all = new byte[head.length + json.length + 2];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(json, 0, all, head.length, json.length);
        all[all.length - 2] = '\n';
        all[all.length - 1] = '\n';
        return all;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
