package dev.reeve.door.qless;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reeve.bench.jmh.NanosPerCall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;

/** Decoding of Redis requests as qless clients send them. */
public class RequestBenchmark extends NanosPerCall {
    private static final String SHA = "f".repeat(40);

    private final RequestDecoder decoder = new RequestDecoder(1 << 20, 1 << 24);
    private final ByteBuf put = buffer(
            "EVALSHA", SHA, "0", "put", "1700000000", "w", "mail", "a".repeat(32), "klass", "x".repeat(200), "0");
    private final ByteBuf pop = buffer("EVALSHA", SHA, "0", "pop", "1700000000", "mail", "w", "1");

    private static ByteBuf buffer(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return Unpooled.directBuffer().writeBytes(text.toString().getBytes(US_ASCII));
    }

    @Benchmark
    public List<byte[]> put() throws MalformedRequest {
        return read(put);
    }

    @Benchmark
    public List<byte[]> pop() throws MalformedRequest {
        return read(pop);
    }

    private List<byte[]> read(ByteBuf input) throws MalformedRequest {
        input.readerIndex(0);
        List<byte[]> words = decoder.next(input);
        if (words == null) {
            throw new IllegalStateException("expected a request");
        }
        return words;
    }
}
