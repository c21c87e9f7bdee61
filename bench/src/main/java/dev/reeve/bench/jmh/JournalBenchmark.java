package dev.reeve.bench.jmh;

import dev.reeve.journal.JournalListener;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.local.Durability;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.LocalJournal;
import dev.reeve.journal.local.RealDisk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The journal alone, on the disk of the current folder: one batch appended and written until replies may be sent. */
@State(Scope.Thread)
@Fork(
        value = 1,
        jvmArgs = {"-XX:+UseG1GC", "-Xmx1g"})
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 5, time = 2, timeUnit = TimeUnit.SECONDS)
public class JournalBenchmark {
    @Param({"1", "16", "256"})
    private int entries;

    @Param({"ALWAYS", "OS"})
    private Durability durability = Durability.ALWAYS;

    private final byte[] entry = new byte[250];
    private @Nullable Path folder;
    private @Nullable LocalJournal journal;

    @Setup
    public void open() throws IOException {
        folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "journal-benchmark");
        JournalSettings settings = JournalSettings.defaults().withDurability(durability);
        journal = LocalJournal.open(RealDisk.open(folder), settings, new Nothing(), new Wake(Thread.currentThread()));
    }

    @Benchmark
    public long batch() {
        LocalJournal open = opened();
        long last = 0;
        for (int i = 0; i < entries; i++) {
            last = open.append(entry, 0, entry.length);
        }
        open.flush();
        while (open.mayReply() < last) {
            LockSupport.park(this);
            open.flush();
        }
        return last;
    }

    private LocalJournal opened() {
        if (journal == null) {
            throw new IllegalStateException("not open");
        }
        return journal;
    }

    @TearDown
    public void close() throws IOException {
        opened().close();
        try (Stream<Path> files = Files.walk(folder == null ? Path.of("") : folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Rejects any data: the folder is new. */
    private static final class Nothing implements RecoveryTarget {
        @Override
        public void snapshot(long position, InputStream bytes) {
            throw new IllegalStateException("expected no snapshot");
        }

        @Override
        public void entry(long position, ByteBuffer bytes) {
            throw new IllegalStateException("expected no entry");
        }
    }

    private record Wake(Thread thread) implements JournalListener {
        @Override
        public void advanced() {
            LockSupport.unpark(thread);
        }

        @Override
        public void failed(String what, Throwable cause) {
            throw new IllegalStateException(what, cause);
        }
    }
}
