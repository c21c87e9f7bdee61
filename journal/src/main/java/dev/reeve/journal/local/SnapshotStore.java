package dev.reeve.journal.local;

import dev.reeve.journal.JournalListener;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import dev.reeve.journal.local.RunningSnapshot.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes snapshots, one at a time.
 *
 * <p>Invariant: a snapshot is published only when the journal is synced up to its position. Otherwise a power cut could
 * leave a state that the journal does not lead to. A failed snapshot is discarded, and the next one is due after a
 * pause that grows with every failure.
 */
final class SnapshotStore {
    private static final Logger log = LoggerFactory.getLogger(SnapshotStore.class);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_PAUSE_DOUBLINGS = 6;

    private final DataDirectory directory;
    private final BatchWriter writer;
    private final JournalListener listener;
    private final LongSupplier nanoTime;
    private @Nullable RunningSnapshot writing;
    private @Nullable SnapshotFile file;
    private @Nullable SnapshotInfo written;
    private int failures;
    private volatile @Nullable RunningSnapshot current;
    private volatile long pauseUntilNanos;
    private volatile long coveredBytes;
    private volatile long publishedPosition;

    SnapshotStore(DataDirectory directory, BatchWriter writer, JournalListener listener, LongSupplier nanoTime) {
        this.directory = directory;
        this.writer = writer;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.pauseUntilNanos = nanoTime.getAsLong();
    }

    /** Sets the journal bytes that the previous run wrote after its snapshot. */
    void resume(long bytesAfterSnapshot) {
        coveredBytes = -bytesAfterSnapshot;
    }

    /**
     * Starts a snapshot. A previous one may still be waiting to be published; one whose writing has not begun is
     * replaced. Loop thread.
     */
    void start(RunningSnapshot snapshot) {
        RunningSnapshot previous = current;
        if (previous != null && previous.state() == State.FILLING) {
            throw new IllegalStateException("a snapshot is being taken already");
        }
        snapshot.startedAt(nanoTime.getAsLong());
        current = snapshot;
    }

    boolean isRunning() {
        RunningSnapshot snapshot = current;
        return snapshot != null && !snapshot.isDone();
    }

    /** Whether the pause after a failure is still running. Any thread. */
    boolean isPaused() {
        return pauseUntilNanos - nanoTime.getAsLong() > 0;
    }

    /** Journal bytes after the last published snapshot. Any thread. */
    long journalBytesSince() {
        return writer.writtenBytes() - coveredBytes;
    }

    /** Position of the last snapshot published since the journal was opened; 0 if there is none. Any thread. */
    long publishedPosition() {
        return publishedPosition;
    }

    /**
     * Runs one step. Housekeeping thread.
     *
     * @return whether the next step can run immediately
     */
    boolean work() {
        RunningSnapshot snapshot = writing;
        if (snapshot != null && snapshot.state() == State.ABANDONED) {
            discard();
            snapshot = null;
        }
        if (snapshot == null) {
            snapshot = current;
            if (snapshot == null || snapshot.isDone()) {
                return false;
            }
            writing = snapshot;
        }
        try {
            return work(snapshot);
        } catch (IOException | RuntimeException | Error e) {
            // A chunk may be lost, so this snapshot cannot continue after any failure.
            fail(snapshot, e);
            return false;
        }
    }

    private boolean work(RunningSnapshot snapshot) throws IOException {
        SnapshotFile open = file;
        if (open == null && written == null) {
            open = SnapshotFile.create(directory.disk(), directory.manifest().directoryId(), snapshot.position());
            file = open;
        }
        // Read before the queue: a finished snapshot gets no more chunks.
        boolean finished = snapshot.state() == State.FINISHED;
        ByteBuffer chunk = snapshot.poll();
        if (chunk != null && open != null) {
            int count = chunk.remaining();
            open.write(chunk);
            snapshot.wrote(count);
            if (snapshot.queuedBytes() == 0) {
                listener.advanced();
            }
            return true;
        }
        return finished && complete(snapshot);
    }

    private boolean complete(RunningSnapshot snapshot) throws IOException {
        SnapshotFile open = file;
        if (open != null) {
            written = open.finish();
            file = null;
            open.close();
        }
        SnapshotInfo info = written;
        if (info == null || writer.hasFailed()) {
            return false;
        }
        if (writer.syncedPosition() < snapshot.position()) {
            return false;
        }
        directory.publishSnapshot(info, writer.syncedPosition());
        publishedPosition = snapshot.position();
        coveredBytes = snapshot.journalBytes();
        failures = 0;
        written = null;
        writing = null;
        snapshot.end(State.PUBLISHED);
        log.info(
                "snapshot of position {} written: {} bytes in {} ms",
                info.position(),
                info.bytes(),
                TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - snapshot.startedAtNanos()));
        listener.snapshotPublished(info.bytes(), nanoTime.getAsLong() - snapshot.startedAtNanos());
        listener.advanced();
        return true;
    }

    /** Whether a complete snapshot waits for the journal to be synced up to its position. */
    boolean waitsForSync() {
        RunningSnapshot snapshot = writing;
        return snapshot != null && written != null && writer.syncedPosition() < snapshot.position();
    }

    private void fail(RunningSnapshot snapshot, Throwable e) {
        log.warn("snapshot of position {} failed, will retry: {}", snapshot.position(), e.toString());
        discard();
        pauseUntilNanos = nanoTime.getAsLong() + (FIRST_PAUSE_NANOS << Math.min(failures, MAX_PAUSE_DOUBLINGS));
        failures++;
        snapshot.end(State.FAILED);
        listener.snapshotFailed();
        listener.advanced();
    }

    /** Deletes the unfinished file. */
    private void discard() {
        SnapshotFile open = file;
        file = null;
        written = null;
        writing = null;
        try {
            if (open != null) {
                open.close();
            }
            directory.disk().delete(DataDirectory.SNAPSHOT_TEMPORARY);
        } catch (IOException e) {
            log.warn("cannot delete an unfinished snapshot: {}", e.toString());
        }
    }

    /** Completes a finished snapshot and discards an unfinished one. */
    void close() {
        while (work()) {
            // Writes chunks until nothing is left.
        }
        RunningSnapshot snapshot = writing;
        if (snapshot != null) {
            discard();
            snapshot.end(State.ABANDONED);
        }
    }
}
