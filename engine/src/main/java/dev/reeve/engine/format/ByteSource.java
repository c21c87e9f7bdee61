package dev.reeve.engine.format;

import dev.reeve.engine.job.JobId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A reader of encoded bytes. Malformed input is a {@link FormatException}; nothing is allocated for a length that
 * exceeds it.
 */
public final class ByteSource {
    private final byte[] bytes;
    private final int end;
    private int at;

    public ByteSource(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        this.bytes = bytes;
        this.at = offset;
        this.end = offset + length;
    }

    public int remaining() {
        return end - at;
    }

    public int getByte() {
        require(1);
        return bytes[at++] & 0xFF;
    }

    /** Skips the next byte if it has that value; returns whether it has. */
    public boolean skipIf(int value) {
        boolean has = isNext(value);
        at += has ? 1 : 0;
        return has;
    }

    /** Whether the next byte has that value. */
    public boolean isNext(int value) {
        return at < end && (bytes[at] & 0xFF) == value;
    }

    public boolean getBoolean() {
        int value = getByte();
        if (value > 1) {
            throw new FormatException("expected 0 or 1, but found " + value);
        }
        return value == 1;
    }

    public long getLong() {
        return getFixed(Long.BYTES);
    }

    /** The number in the next so many bytes, at most eight. It is negative only if it takes all eight. */
    public long getFixed(int width) {
        require(width);
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = (value << Byte.SIZE) | (bytes[at++] & 0xFF);
        }
        return value;
    }

    public long getVarLong() {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            int next = getByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        int top = getByte();
        if (top > 1) {
            throw new FormatException("a number has more than 64 bits");
        }
        return value | ((long) top << 63);
    }

    public long getSigned() {
        long value = getVarLong();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A number from 0 to the limit. */
    public int getCount(int limit) {
        long value = getVarLong();
        if (value < 0 || value > limit) {
            throw new FormatException(
                    "expected a number up to " + limit + ", but found " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    /** A length, checked against the remaining bytes. */
    private int getLength() {
        int length = getCount(Integer.MAX_VALUE);
        require(length);
        return length;
    }

    public byte[] getBytes() {
        int length = getLength();
        byte[] value = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return value;
    }

    public byte @Nullable [] getOptionalBytes() {
        return getBoolean() ? getBytes() : null;
    }

    public String getString() {
        int length = getLength();
        String value = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return value;
    }

    public @Nullable String getOptionalString() {
        return getBoolean() ? getString() : null;
    }

    public <T> List<T> getList(Function<ByteSource, T> element) {
        int count = getCount(remaining());
        List<T> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(element.apply(this));
        }
        return all;
    }

    public <T> @Nullable T getOptional(Function<ByteSource, T> reader) {
        return getBoolean() ? reader.apply(this) : null;
    }

    public JobId getJobId() {
        int kind = getByte();
        return switch (kind) {
            case 1 -> JobId.ofUuid(getLong(), getLong());
            case 2 -> JobId.of(getString());
            case 3 -> JobId.ofDigits(getLong(), getLong());
            default -> throw new FormatException("no kind of job id has the code " + kind);
        };
    }

    private void require(int count) {
        if (remaining() < count) {
            throw new FormatException("expected " + count + " more bytes, but " + remaining() + " are left");
        }
    }
}
