package dev.reeve.net.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Encodes a large value for about a millisecond at a time, into buffers that are never copied. HTTP loop only. */
final class JsonInTurns extends OutputStream {
    private static final long TURN_NANOS = 1_000_000;
    private static final int BUFFER_BYTES = 64 * 1024;

    private final JsonParts value;
    private final CompositeByteBuf json;
    private final JsonGenerator generator;
    private ByteBuf last;

    JsonInTurns(JsonParts value, ByteBufAllocator allocator) {
        this.value = value;
        this.json = allocator.compositeDirectBuffer(Integer.MAX_VALUE);
        this.last = allocator.directBuffer(BUFFER_BYTES, BUFFER_BYTES);
        this.generator = Json.generator(this);
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        int at = from;
        int end = from + length;
        while (at < end) {
            if (!last.isWritable()) {
                json.addComponent(true, last);
                last = json.alloc().directBuffer(BUFFER_BYTES, BUFFER_BYTES);
            }
            int some = Math.min(end - at, last.writableBytes());
            last.writeBytes(bytes, at, some);
            at += some;
        }
    }

    /** Encodes some more. Returns whether that was all. */
    boolean encodeMore() {
        long beganNanos = System.nanoTime();
        try {
            while (!value.writeNext(generator)) {
                if (System.nanoTime() - beganNanos >= TURN_NANOS) {
                    return false;
                }
            }
            generator.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    /** The encoded value, which the caller has to release. */
    ByteBuf encoded() {
        return json.addComponent(true, last);
    }

    /** Drops what was encoded. */
    void release() {
        json.release();
        last.release();
    }
}
