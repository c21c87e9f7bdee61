package dev.reeve.door.workq;

import dev.reeve.engine.job.JobId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An id or a name as one word of a line. In a word, {@code %} and two hexadecimal digits stand for a byte. What would
 * not be read back as the same word is shown so: blanks and control characters, a first character that makes the word a
 * flag or a UUID of another case, and a {@code %} that is followed by two hexadecimal digits.
 *
 * <p>Invariant: {@link #read} of what {@link #write} has written is the same text, and no other text is shown like it.
 */
final class WorkqWord {
    private static final String HEX = "0123456789ABCDEF";

    private WorkqWord() {}

    /** Writes an id that is not a UUID in lower case. One in another case would be read as that UUID. */
    static void write(JobId id, ByteBuf out) {
        String text = id.toString();
        if (JobId.uuid(text) == null) {
            write(text, out);
        } else {
            escape(text.charAt(0), out);
            ByteBufUtil.writeUtf8(out, text, 1, text.length());
        }
    }

    static void write(String text, ByteBuf out) {
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            if (isEscaped(text, i)) {
                ByteBufUtil.writeUtf8(out, text, plain, i);
                escape(text.charAt(i), out);
                plain = i + 1;
            }
        }
        ByteBufUtil.writeUtf8(out, text, plain, text.length());
    }

    private static boolean isEscaped(String text, int at) {
        char c = text.charAt(at);
        return c <= ' ' || (c == '%' && isByte(text, at)) || (c == '-' && at == 0 && isFlag(text));
    }

    private static boolean isByte(String text, int at) {
        return at + 2 < text.length() && hex(text.charAt(at + 1)) >= 0 && hex(text.charAt(at + 2)) >= 0;
    }

    /** Whether a word with a dash in front is a flag and not a negative number. */
    private static boolean isFlag(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return !WorkqNumbers.areDigits(bytes, 1, bytes.length);
    }

    private static void escape(char ascii, ByteBuf out) {
        out.writeByte('%').writeByte(HEX.charAt(ascii >> 4)).writeByte(HEX.charAt(ascii & 15));
    }

    /** The text of a word; null if it is not UTF-8. */
    static @Nullable String read(byte[] line, int start, int end) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(end - start);
        for (int i = start; i < end; i++) {
            int high = line[i] == '%' && i + 2 < end ? hex(line[i + 1]) : -1;
            int low = high < 0 ? -1 : hex(line[i + 2]);
            if (low < 0) {
                bytes.write(line[i]);
            } else {
                bytes.write(high << 4 | low);
                i += 2;
            }
        }
        try {
            ByteBuffer encoded = ByteBuffer.wrap(bytes.toByteArray());
            return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static int hex(int c) {
        return c < 0 || c > 127 ? -1 : Character.digit(c, 16);
    }
}
