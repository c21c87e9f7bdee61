package dev.reeve.server.journal;

import dev.reeve.server.journal.Manifest.SnapshotInfo;
import dev.reeve.server.journal.RunningSnapshot.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes snapshots, one at a time, and publishes each when the journal is synced up to its position: before that, a
 * power cut could leave a state that the journal does not lead to. One that fails is dropped; the loop is told that
 * the next one is due after a pause that grows with every failure.
 */
final class SnapshotStore {
    private static final Logger log = LoggerFactory.getLogger(SnapshotStore.class);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LARGEST_PAUSE_DOUBLINGS = 6;

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

    /** The previous run left this much journal behind its snapshot. */
    void resume(long bytesAfterSnapshot) {
        coveredBytes = -bytesAfterSnapshot;
    }

    /** Comes after one that is being published, or takes its place if its turn has not come. Loop thread. */
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

    /** Whether the last one failed only just now. Any thread. */
    boolean isPausing() {
        return pauseUntilNanos - nanoTime.getAsLong() > 0;
    }

    /** Size of the journal behind the last published snapshot. Any thread. */
    long journalBytesSince() {
        return writer.writtenBytes() - coveredBytes;
    }

    /** Where the last one stands that was written since the journal was opened; 0 if there is none. Any thread. */
    long publishedPosition() {
        return publishedPosition;
    }

    /**
     * Does a piece of the work. Housekeeping thread.
     *
     * @return whether there is more to do at once
     */
    boolean work() {
        RunningSnapshot snapshot = writing;
        if (snapshot != null && snapshot.state() == State.ABANDONED) {
            drop();
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
            // A chunk may be lost, so there is no going on with this one, whatever it was.
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
        // Looked at before the queue: once finished, nothing is added any more.
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

    /** Whether a written snapshot waits for the journal to be synced up to its position. */
    boolean waitsForSync() {
        RunningSnapshot snapshot = writing;
        return snapshot != null && written != null && writer.syncedPosition() < snapshot.position();
    }

    private void fail(RunningSnapshot snapshot, Throwable e) {
        log.warn("the snapshot of position {} failed, it will be tried again: {}", snapshot.position(), e.toString());
        drop();
        pauseUntilNanos = nanoTime.getAsLong() + (FIRST_PAUSE_NANOS << Math.min(failures, LARGEST_PAUSE_DOUBLINGS));
        failures++;
        snapshot.end(State.FAILED);
        listener.snapshotFailed();
        listener.advanced();
    }

    /** Forgets the unfinished file. */
    private void drop() {
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

    /** Brings a finished snapshot to its end and drops an unfinished one. */
    void close() {
        while (work()) {
            // Chunk by chunk.
        }
        RunningSnapshot snapshot = writing;
        if (snapshot != null) {
            drop();
            snapshot.end(State.ABANDONED);
        }
    }
}
