package dev.reeve.server;

import dev.reeve.engine.Engine;
import dev.reeve.journal.PayloadSpill;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.node.EngineRecovery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Recovers the engine and tells how far the recovery is: at any time as a text, and every few seconds as a log line. A
 * short recovery logs nothing.
 */
final class RecoveryProgress implements RecoveryTarget {
    static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(4);

    private record Progress(int jobs, long readBytes, long allBytes) {
        @Override
        public String toString() {
            long percent = allBytes == 0 ? 0 : (long) (100.0 * readBytes / allBytes);
            return String.format(Locale.ROOT, "recovering: %,d jobs, %d %%", jobs, percent);
        }
    }

    private final EngineRecovery recovery;
    private final LongSupplier nanoTime;
    private final Consumer<String> log;
    private long logAtNanos;
    private volatile @Nullable Progress progress;

    RecoveryProgress(LongSupplier nanoTime, Consumer<String> log, EngineRecovery recovery) {
        this.recovery = recovery;
        this.nanoTime = nanoTime;
        this.log = log;
    }

    @Override
    public void snapshot(long position, InputStream bytes) throws IOException {
        recovery.snapshot(position, bytes);
    }

    @Override
    public void payloads(PayloadSpill spill) {
        recovery.payloads(spill);
    }

    @Override
    public void forEachPlace(PlaceVisitor visitor) throws IOException {
        recovery.forEachPlace(visitor);
    }

    @Override
    public void entry(long position, ByteBuffer bytes) {
        recovery.entry(position, bytes);
    }

    @Override
    public void progress(long readBytes, long allBytes) {
        long now = nanoTime.getAsLong();
        if (progress == null) {
            logAtNanos = now + LOG_NANOS;
        }
        Progress reached = new Progress(recovery.jobCount(), readBytes, allBytes);
        progress = reached;
        if (now - logAtNanos >= 0) {
            logAtNanos = now + LOG_NANOS;
            log.accept(reached.toString());
        }
    }

    /** How far the recovery is; null before and after it. Any thread. */
    @Nullable
    String text() {
        Progress reached = progress;
        return reached == null ? null : reached.toString();
    }

    /** Ends the recovery and returns the engine. */
    Engine finish() {
        progress = null;
        return recovery.engine();
    }
}
