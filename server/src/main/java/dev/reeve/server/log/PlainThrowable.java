package dev.reeve.server.log;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A wrapper of a logged exception. Invariant: its message and those of its causes are {@link PlainText}. */
final class PlainThrowable implements IThrowableProxy {
    private final IThrowableProxy raw;

    private PlainThrowable(IThrowableProxy raw) {
        this.raw = raw;
    }

    static @Nullable IThrowableProxy of(@Nullable IThrowableProxy raw) {
        return raw == null ? null : new PlainThrowable(raw);
    }

    @Override
    public @Nullable String getOverridingMessage() {
        return plain(raw.getOverridingMessage());
    }

    @Override
    public @Nullable String getMessage() {
        return plain(raw.getMessage());
    }

    private static @Nullable String plain(@Nullable String text) {
        return text == null ? null : PlainText.of(text);
    }

    @Override
    public String getClassName() {
        return raw.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
        return raw.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
        return raw.getCommonFrames();
    }

    @Override
    public @Nullable IThrowableProxy getCause() {
        return of(raw.getCause());
    }

    @Override
    public IThrowableProxy @Nullable [] getSuppressed() {
        IThrowableProxy[] suppressed = raw.getSuppressed();
        return suppressed == null
                ? null
                : Arrays.stream(suppressed).map(PlainThrowable::new).toArray(IThrowableProxy[]::new);
    }

    @Override
    public boolean isCyclic() {
        return raw.isCyclic();
    }
}
