package dev.reeve.bench.jmh;

import dev.reeve.engine.Command;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;

/** Encoding and decoding of journal entries. */
public class EntryBenchmark extends NanosPerCall {
    private static final int ROOM_BYTES = 1024;
    private static final JobId ID = JobId.ofUuid(0x1234_5678_9abc_def0L, 0x0fed_cba9_8765_4321L);
    private static final Terms TERMS =
            new Terms(60_000_000, 0, 86_400_000_000L, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    private final Entry<?> add = entry(new Add(ID, "mail", new byte[200], 0, Add.NOW, TERMS));
    private final byte[] addBytes = bytes(add);
    private final byte[] acquireBytes = bytes(entry(new Acquire(List.of("mail"), null, 1, 0)));
    private final byte[] completeBytes = bytes(entry(new Complete(JobRef.of(ID), Claim.NONE, new byte[2])));
    private final ByteSink sink = new ByteSink(ROOM_BYTES);

    private static Entry<?> entry(Command<?> command) {
        return new Entry<>(1_700_000_000_000_000L, 0x5eed_5eed_5eedL, command);
    }

    private static byte[] bytes(Entry<?> entry) {
        ByteSink sink = new ByteSink(ROOM_BYTES);
        EntryCodec.write(entry, sink);
        return sink.toByteArray();
    }

    @Benchmark
    public int writeAdd() {
        sink.reset(ROOM_BYTES);
        EntryCodec.write(add, sink);
        return sink.size();
    }

    @Benchmark
    public Entry<?> readAdd() {
        return read(addBytes);
    }

    @Benchmark
    public Entry<?> readAcquire() {
        return read(acquireBytes);
    }

    @Benchmark
    public Entry<?> readComplete() {
        return read(completeBytes);
    }

    private static Entry<?> read(byte[] bytes) {
        return EntryCodec.read(new ByteSource(bytes, 0, bytes.length));
    }
}
