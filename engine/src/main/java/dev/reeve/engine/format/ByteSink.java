package dev.reeve.engine.format;

import dev.reeve.engine.job.JobId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A buffer for encoded bytes. Integers are big-endian, or variable-length where they are mostly small. It grows, unless it is one {@link
 * #inPieces}: what does not fit then goes into another array, and from there on long values are not copied.
 */
public final class ByteSink {
    /** A value that is shorter is copied into the array of a sink in pieces, even if it is not the first one. */
    private static final int LEAST_REFERENCE_BYTES = 2048;

    private final int capacity;
    private final boolean inPieces;
    private byte[] bytes;
    private int size;
    /** What comes before the bytes from {@link #from} on in the array; empty unless the sink is in pieces and the content is large. */
    private List<ByteBuffer> pieces = List.of();

    private long piecesBytes;
    private int from;

    public ByteSink(int capacity) {
        this(capacity, false);
    }

    private ByteSink(int capacity, boolean inPieces) {
        this.capacity = capacity;
        this.bytes = new byte[capacity];
        this.inPieces = inPieces;
    }

    /** A buffer that consists of an array of this size and, if that is full, of others and of long values themselves, which must not change afterwards. */
    public static ByteSink inPieces(int capacity) {
        return new ByteSink(capacity, true);
    }

    /** Whether all of the content is in {@link #array}. Always true unless the sink is in pieces. */
    public boolean isOnePiece() {
        return pieces.isEmpty();
    }

    /** The first {@link #size()} bytes of this array are the content, if it is one piece. The array is replaced when the buffer grows. */
    public byte[] array() {
        return bytes;
    }

    public int size() {
        return Math.toIntExact(piecesBytes + size - from);
    }

    /** Discards the content, and shrinks the buffer if it is larger than the given capacity. */
    public void reset(int keepCapacity) {
        size = 0;
        from = 0;
        piecesBytes = 0;
        pieces = List.of();
        if (bytes.length > keepCapacity) {
            bytes = new byte[keepCapacity];
        }
    }

    /** Takes the content out of the sink, which is empty then and never changes these bytes. */
    public List<ByteBuffer> takePieces() {
        endPiece();
        List<ByteBuffer> taken = pieces;
        bytes = new byte[capacity];
        reset(capacity);
        return taken;
    }

    public byte[] toByteArray() {
        if (isOnePiece()) {
            return Arrays.copyOf(bytes, size);
        }
        ByteBuffer all = ByteBuffer.allocate(size());
        pieces.forEach(piece -> all.put(piece.duplicate()));
        return all.put(bytes, from, size - from).array();
    }

    public void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    public void putBoolean(boolean value) {
        putByte(value ? 1 : 0);
    }

    public void putLong(long value) {
        putFixed(value, Long.BYTES);
    }

    /** The last so many bytes of the value, at most eight. */
    public void putFixed(long value, int width) {
        reserve(width);
        for (int shift = Byte.SIZE * (width - 1); shift >= 0; shift -= Byte.SIZE) {
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
        boolean isLarge = !isOnePiece() || bytes.length - size < value.length;
        if (inPieces && isLarge && value.length >= LEAST_REFERENCE_BYTES) {
            refer(value);
            return;
        }
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

    private void refer(byte[] value) {
        endPiece();
        addPiece(ByteBuffer.wrap(value));
    }

    /** What the array has of the content so far becomes a piece. */
    private void endPiece() {
        if (size > from) {
            addPiece(ByteBuffer.wrap(bytes, from, size - from));
            from = size;
        }
    }

    private void addPiece(ByteBuffer piece) {
        if (pieces.isEmpty()) {
            pieces = new ArrayList<>();
        }
        pieces.add(piece);
        piecesBytes += piece.remaining();
    }

    private void reserve(int more) {
        if (bytes.length - size >= more) {
            return;
        }
        if (inPieces) {
            endPiece();
            bytes = new byte[Math.max(capacity, more)];
            size = 0;
            from = 0;
        } else {
            int doubled = (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8);
            bytes = Arrays.copyOf(bytes, Math.max(doubled, Math.addExact(size, more)));
        }
    }
}
