package dev.reeve.server.webhook;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.webhook.EventFacts;
import dev.reeve.net.http.Timestamps;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The body of a delivery: an event in the JSON form of CloudEvents 1.0. The same delivery has the same bytes each time. */
final class CloudEvent {
    private static final JsonFactory JSON = new JsonFactory();

    private CloudEvent() {}

    static byte[] of(JobHeaders facts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (JsonGenerator out = JSON.createGenerator(body)) {
            out.writeStartObject();
            out.writeStringField("specversion", "1.0");
            out.writeStringField("id", facts.get(EventFacts.EVENT_ID));
            out.writeStringField("source", "/reeve");
            out.writeStringField("type", "dev.reeve." + facts.get(EventFacts.EVENT));
            out.writeStringField("subject", facts.get(EventFacts.SUBJECT));
            out.writeStringField("time", Timestamps.print(number(facts, EventFacts.AT_MICROS)));
            out.writeStringField("datacontenttype", "application/json");
            writeData(facts, out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return body.toByteArray();
    }

    private static void writeData(JobHeaders facts, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("data");
        if (facts.get(EventFacts.QUEUE) != null) {
            out.writeStringField("queue", facts.get(EventFacts.QUEUE));
            out.writeStringField("type", facts.get(EventFacts.TYPE));
            out.writeNumberField("number", number(facts, EventFacts.NUMBER));
            out.writeNumberField("attempt", number(facts, EventFacts.ATTEMPT));
        }
        if (facts.get(EventFacts.ERROR_TYPE) != null) {
            out.writeObjectFieldStart("error");
            out.writeStringField("type", facts.get(EventFacts.ERROR_TYPE));
            out.writeStringField("message", facts.get(EventFacts.ERROR_MESSAGE));
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    /** A job that somebody else has put into the queue may lack a number: it is 0 then. */
    private static long number(JobHeaders facts, String name) {
        String text = facts.get(name);
        return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }
}
