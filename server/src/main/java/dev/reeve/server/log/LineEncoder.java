package dev.reeve.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Encodes a log event as a line of text, followed by the stack trace if there is one, or as a JSON object on one line.
 * Invariant: every text of the event is escaped, so client input can neither forge a line nor send escapes to a terminal.
 */
public final class LineEncoder extends EncoderBase<ILoggingEvent> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());
    private static final byte[] NOTHING = new byte[0];

    private final JsonFactory json =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private volatile LogFormat format = LogFormat.TEXT;

    void use(LogFormat wanted) {
        format = wanted;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        String line = format == LogFormat.JSON ? json(event) : text(event);
        return line.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ILoggingEvent event) {
        String logger = event.getLoggerName();
        StringBuilder text = new StringBuilder(256);
        text.append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
                .append(" %-5s ".formatted(event.getLevel()))
                .append(PlainText.of(logger.substring(logger.lastIndexOf('.') + 1)))
                .append(": ")
                .append(PlainText.of(String.valueOf(event.getFormattedMessage())))
                .append('\n');
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            append("", thrown, "", text);
        }
        return text.toString();
    }

    private static void append(String label, IThrowableProxy thrown, String indent, StringBuilder text) {
        String message = thrown.getMessage();
        text.append(indent)
                .append(label)
                .append(PlainText.of(thrown.getClassName() + (message == null ? "" : ": " + message)))
                .append('\n');
        StackTraceElementProxy[] frames = thrown.getStackTraceElementProxyArray();
        for (int i = 0; i < frames.length - thrown.getCommonFrames(); i++) {
            text.append(indent)
                    .append('\t')
                    .append(PlainText.of(frames[i].toString()))
                    .append('\n');
        }
        if (thrown.getCommonFrames() > 0) {
            text.append(indent).append("\t... %d common frames omitted\n".formatted(thrown.getCommonFrames()));
        }
        for (IThrowableProxy suppressed : thrown.getSuppressed()) {
            append("Suppressed: ", suppressed, indent + "\t", text);
        }
        IThrowableProxy cause = thrown.getCause();
        if (cause != null) {
            append("Caused by: ", cause, indent, text);
        }
    }

    private String json(ILoggingEvent event) {
        StringWriter line = new StringWriter(256);
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
        return line.toString();
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
