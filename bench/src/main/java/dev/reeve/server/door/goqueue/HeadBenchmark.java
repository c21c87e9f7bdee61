package dev.reeve.server.door.goqueue;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Commands of Go Job Queue but for their data. */
@State(Scope.Thread)
@Fork(1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 5, time = 1, timeUnit = TimeUnit.SECONDS)
public class HeadBenchmark {
    private final Head head = new Head(GoqueueSettings.DEFAULTS);
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
