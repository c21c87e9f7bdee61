package dev.reeve.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * A log encoder that writes one JSON object per line and event. Everything except printable ASCII is escaped, so client
 * input can neither break a line nor send escapes to a terminal.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = new byte[0];

    private final JsonFactory json =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        try (JsonGenerator out = json.createGenerator(line)) {
            out.writeStartObject();
            out.writeStringField(
                    "time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
            out.writeStringField("level", event.getLevel().toString());
            out.writeStringField("logger", event.getLoggerName());
            out.writeStringField("thread", event.getThreadName());
            out.writeStringField("message", event.getFormattedMessage());
            IThrowableProxy thrown = event.getThrowableProxy();
            if (thrown != null) {
                out.writeStringField("exception", ThrowableProxyUtil.asString(thrown));
            }
            out.writeEndObject();
            out.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.toByteArray();
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
