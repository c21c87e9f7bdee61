package dev.reeve.engine.format;

import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import org.jspecify.annotations.Nullable;

/** The encoding of an optional {@link CallerClock}: one byte if there is none. */
public final class ClockFormat {
    private static final int NONE = 0;

    private ClockFormat() {}

    public static void write(@Nullable CallerClock clock, ByteSink out) {
        out.putByte(clock == null ? NONE : clock.dialect().code());
        if (clock != null) {
            out.putSigned(clock.nowMicros());
        }
    }

    public static @Nullable CallerClock read(ByteSource in) {
        int code = in.getByte();
        return code == NONE ? null : clock(code, in);
    }

    /** Reads the clock of a command that always has one. */
    public static CallerClock require(ByteSource in) {
        return clock(in.getByte(), in);
    }

    private static CallerClock clock(int code, ByteSource in) {
        QlessDialect dialect = QlessDialect.ofCode(code);
        return new CallerClock(in.getSigned(), dialect);
    }
}
