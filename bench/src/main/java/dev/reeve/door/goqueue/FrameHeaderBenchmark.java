package dev.reeve.door.goqueue;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reeve.bench.jmh.NanosPerCall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.openjdk.jmh.annotations.Benchmark;

/** Decoding of Go Job Queue commands without their data. */
public class FrameHeaderBenchmark extends NanosPerCall {
    private final FrameHeader head = new FrameHeader(GoqueueSettings.DEFAULTS);
    private final ByteBuf add =
            buffer("ADD\0mail\0").writeIntLE(10).writeIntLE(60).writeIntLE(200);
    private final ByteBuf reserve = buffer("RESERVE\0mail\0").writeIntLE(60);
    private final ByteBuf delete = buffer("DELETE\0").writeLongLE(1_000_000);

    private static ByteBuf buffer(String text) {
        return Unpooled.directBuffer().writeBytes(text.getBytes(US_ASCII));
    }

    @Benchmark
    public String add() throws BadFrame {
        read(add);
        return head.queue();
    }

    @Benchmark
    public String reserve() throws BadFrame {
        read(reserve);
        return head.queue();
    }

    @Benchmark
    public long delete() throws BadFrame {
        read(delete);
        return head.number(0);
    }

    private void read(ByteBuf input) throws BadFrame {
        input.readerIndex(0);
        if (!head.read(input)) {
            throw new IllegalStateException("expected a command");
        }
    }
}
