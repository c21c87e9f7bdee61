package dev.reeve.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/** A wrapper of a log event. Invariant: every text of the event is {@link PlainText}. */
final class PlainEvent implements ILoggingEvent {
    private final ILoggingEvent raw;

    PlainEvent(ILoggingEvent raw) {
        this.raw = raw;
    }

    private static @Nullable String plain(@Nullable String text) {
        return text == null ? null : PlainText.of(text);
    }

    @Override
    public @Nullable String getThreadName() {
        return plain(raw.getThreadName());
    }

    @Override
    public @Nullable String getMessage() {
        return plain(raw.getMessage());
    }

    @Override
    public @Nullable String getFormattedMessage() {
        return plain(raw.getFormattedMessage());
    }

    @Override
    public @Nullable String getLoggerName() {
        return plain(raw.getLoggerName());
    }

    @Override
    public Object @Nullable [] getArgumentArray() {
        Object[] arguments = raw.getArgumentArray();
        return arguments == null
                ? null
                : Arrays.stream(arguments)
                        .map(argument -> PlainText.of(String.valueOf(argument)))
                        .toArray();
    }

    @Override
    public @Nullable IThrowableProxy getThrowableProxy() {
        return PlainThrowable.of(raw.getThrowableProxy());
    }

    @Override
    public Map<String, String> getMDCPropertyMap() {
        Map<String, String> properties = new LinkedHashMap<>();
        raw.getMDCPropertyMap()
                .forEach((key, value) -> properties.put(PlainText.of(key), PlainText.of(String.valueOf(value))));
        return properties;
    }

    @Override
    @SuppressWarnings("deprecation")
    public Map<String, String> getMdc() {
        return getMDCPropertyMap();
    }

    @Override
    public @Nullable List<KeyValuePair> getKeyValuePairs() {
        List<KeyValuePair> pairs = raw.getKeyValuePairs();
        return pairs == null ? null : pairs.stream().map(PlainEvent::plain).toList();
    }

    private static KeyValuePair plain(KeyValuePair pair) {
        Object value = pair.value;
        boolean isSafe = value instanceof Number || value instanceof Boolean;
        return new KeyValuePair(PlainText.of(pair.key), isSafe ? value : PlainText.of(String.valueOf(value)));
    }

    @Override
    public Level getLevel() {
        return raw.getLevel();
    }

    @Override
    public LoggerContextVO getLoggerContextVO() {
        return raw.getLoggerContextVO();
    }

    @Override
    public StackTraceElement[] getCallerData() {
        return raw.getCallerData();
    }

    @Override
    public boolean hasCallerData() {
        return raw.hasCallerData();
    }

    @Override
    public @Nullable List<Marker> getMarkerList() {
        return raw.getMarkerList();
    }

    @Override
    public long getTimeStamp() {
        return raw.getTimeStamp();
    }

    @Override
    public int getNanoseconds() {
        return raw.getNanoseconds();
    }

    @Override
    public long getSequenceNumber() {
        return raw.getSequenceNumber();
    }

    @Override
    public void prepareForDeferredProcessing() {
        raw.prepareForDeferredProcessing();
    }
}
