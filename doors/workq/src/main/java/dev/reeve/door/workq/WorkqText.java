package dev.reeve.door.workq;

import dev.reeve.engine.job.JobId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** Encoder of the parts of replies. */
final class WorkqText {
    private static final short[] HEX_PAIRS = new short[256];

    static {
        String digits = "0123456789abcdef";
        for (int i = 0; i < HEX_PAIRS.length; i++) {
            HEX_PAIRS[i] = (short) (digits.charAt(i >> 4) << 8 | digits.charAt(i & 15));
        }
    }

    private WorkqText() {}

    static void id(JobId id, ByteBuf out) {
        if (id instanceof JobId.Hex uuid && uuid.dashes()) {
            long high = uuid.high();
            long low = uuid.low();
            out.ensureWritable(36);
            hex(high, 4, 8, out);
            out.writeByte('-');
            hex(high, 2, 4, out);
            out.writeByte('-');
            hex(high, 0, 2, out);
            out.writeByte('-');
            hex(low, 6, 8, out);
            out.writeByte('-');
            hex(low, 0, 6, out);
        } else {
            WorkqWord.write(id, out);
        }
    }

    private static void hex(long value, int from, int to, ByteBuf out) {
        for (int i = to - 1; i >= from; i--) {
            out.writeShort(HEX_PAIRS[(int) (value >>> (8 * i)) & 0xFF]);
        }
    }

    static void string(String text, ByteBuf out) {
        ByteBufUtil.writeUtf8(out, text);
    }

    static void number(long value, ByteBuf out) {
        if (value < 0 || value > 9_999_999) {
            string(Long.toString(value), out);
            return;
        }
        int unit = 1;
        while (value / unit > 9) {
            unit *= 10;
        }
        for (int rest = unit; rest > 0; rest /= 10) {
            out.writeByte((int) ('0' + value / rest % 10));
        }
    }

    /** Writes a line with a key and a number. */
    static void line(String key, long value, ByteBuf out) {
        string(key, out);
        out.writeByte(' ');
        number(value, out);
        out.writeBytes(WorkqReplies.CRLF);
    }

    /** Writes a line with a key and a text. */
    static void line(String key, String value, ByteBuf out) {
        string(key, out);
        out.writeByte(' ');
        string(value, out);
        out.writeBytes(WorkqReplies.CRLF);
    }
}
