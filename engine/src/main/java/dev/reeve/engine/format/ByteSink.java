package dev.reeve.engine.format;

import dev.reeve.engine.job.JobId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A growing buffer for encoded bytes. Integers are big-endian, or variable-length where they are mostly small. */
public final class ByteSink {
    private byte[] bytes;
    private int size;

    public ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    /** The first {@link #size()} bytes of this array are the content. The array is replaced when the buffer grows. */
    public byte[] array() {
        return bytes;
    }

    public int size() {
        return size;
    }

    /** Discards the content, and shrinks the buffer if it is larger than the given capacity. */
    public void reset(int keepCapacity) {
        size = 0;
        if (bytes.length > keepCapacity) {
            bytes = new byte[keepCapacity];
        }
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    public void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    public void putBoolean(boolean value) {
        putByte(value ? 1 : 0);
    }

    public void putLong(long value) {
        reserve(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    /** One byte for values to 127, up to ten for large or negative ones. */
    public void putVarLong(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** As {@link #putVarLong}, but short for small negative values too. */
    public void putSigned(long value) {
        putVarLong((value << 1) ^ (value >> 63));
    }

    public void putBytes(byte[] value) {
        putVarLong(value.length);
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    public void putOptionalBytes(byte @Nullable [] value) {
        putBoolean(value != null);
        if (value != null) {
            putBytes(value);
        }
    }

    /** Writes the string as UTF-8. An unpaired surrogate is refused, because it has no encoding in UTF-8. */
    public void putString(String value) {
        if (isAscii(value)) {
            putAscii(value);
            return;
        }
        for (int i = 0; i < value.length(); i++) {
            if (Character.isSurrogate(value.charAt(i))) {
                if (!Character.isSurrogatePair(value.charAt(i), i + 1 < value.length() ? value.charAt(i + 1) : 0)) {
                    throw new IllegalArgumentException(
                            "expected well-formed text, but character " + i + " is an unpaired surrogate");
                }
                i++;
            }
        }
        putBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isAscii(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }

    private void putAscii(String value) {
        int length = value.length();
        putVarLong(length);
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[size + i] = (byte) value.charAt(i);
        }
        size += length;
    }

    public void putOptionalString(@Nullable String value) {
        putBoolean(value != null);
        if (value != null) {
            putString(value);
        }
    }

    public <T> void putList(List<T> list, BiConsumer<ByteSink, T> element) {
        putVarLong(list.size());
        for (T each : list) {
            element.accept(this, each);
        }
    }

    public <T> void putOptional(@Nullable T value, BiConsumer<ByteSink, T> writer) {
        putBoolean(value != null);
        if (value != null) {
            writer.accept(this, value);
        }
    }

    public void putJobId(JobId id) {
        if (id instanceof JobId.Hex hex) {
            putByte(hex.dashes() ? 1 : 3);
            putLong(hex.high());
            putLong(hex.low());
        } else {
            putByte(2);
            putString(id.toString());
        }
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            int doubled = (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8);
            bytes = Arrays.copyOf(bytes, Math.max(doubled, Math.addExact(size, more)));
        }
    }
}
