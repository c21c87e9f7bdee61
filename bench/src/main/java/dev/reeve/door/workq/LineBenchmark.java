package dev.reeve.door.workq;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reeve.bench.jmh.NanosPerCall;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.openjdk.jmh.annotations.Benchmark;

/** Decoding of Workq command lines. */
public class LineBenchmark extends NanosPerCall {
    private final RequestLine line = new RequestLine(255);
    private final ByteBuf add = buffer("add 6ba7b810-9dad-11d1-80b4-00c04fd430c4 mail 60000 86400000 200");
    private final ByteBuf lease = buffer("lease mail 60000");
    private final ByteBuf complete = buffer("complete 6ba7b810-9dad-11d1-80b4-00c04fd430c4 2");

    private static ByteBuf buffer(String text) {
        return Unpooled.directBuffer().writeBytes(text.getBytes(US_ASCII));
    }

    @Benchmark
    public long add() throws BadLine {
        read(add);
        JobId id = line.newId(0);
        return id.hashCode() + line.name(1).length() + line.ttrMicros(2) + line.ttlMicros(3) + line.readable(4);
    }

    @Benchmark
    public long lease() throws BadLine {
        read(lease);
        return line.name(0).length() + line.waitMicros(1);
    }

    @Benchmark
    public JobRef complete() throws BadLine {
        read(complete);
        return line.job(0);
    }

    private void read(ByteBuf input) throws BadLine {
        input.readerIndex(0);
        line.read(input, input.readableBytes());
        WorkqCommands.find(line);
    }
}
