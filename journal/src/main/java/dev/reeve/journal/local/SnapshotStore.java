package dev.reeve.journal.local;

import dev.reeve.journal.JournalListener;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes snapshots, one at a time.
 *
 * <p>Invariant: a snapshot is published only when the journal is synced up to its position. Otherwise a power cut could
 * leave a state that the journal does not lead to. Its manifest lists the payload files to which it may refer, and they are synced before. A failed snapshot is discarded, and the next one is due after a
 * pause that grows with every failure.
 */
final class SnapshotStore {
    private static final Logger log = LoggerFactory.getLogger(SnapshotStore.class);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_PAUSE_DOUBLINGS = 6;

    private final DataDirectory directory;
    private final LocalPayloads payloads;
    private final BatchWriter writer;
    private final JournalListener listener;
    private final LongSupplier nanoTime;
    private final CopyRequests copies = new CopyRequests();
    private final List<Running> listing = new ArrayList<>();
    private @Nullable Running writing;
    private @Nullable SnapshotFile file;
    private @Nullable SnapshotInfo written;
    private int failures;
    private volatile @Nullable Running current;
    private volatile long pauseUntilNanos;
    private volatile long coveredBytes;
    private volatile long publishedPosition;

    SnapshotStore(
            RecoveredJournal found,
            LocalPayloads payloads,
            BatchWriter writer,
            JournalListener listener,
            LongSupplier nanoTime) {
        this.directory = found.directory();
        this.payloads = payloads;
        this.writer = writer;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.pauseUntilNanos = nanoTime.getAsLong();
        this.coveredBytes = -found.bytesAfterSnapshot();
    }

    /**
     * Starts a snapshot. A previous one may still be waiting to be published; one whose writing has not begun is
     * replaced. Loop thread.
     *
     * @param wake wakes the housekeeping thread
     */
    SnapshotTarget start(long position, Runnable wake) {
        Running previous = current;
        if (previous != null && previous.state == State.FILLING) {
            throw new IllegalStateException("a snapshot is being taken already");
        }
        Running snapshot = new Running(position, writer.writtenBytes(), nanoTime.getAsLong(), wake);
        current = snapshot;
        payloads.enqueue(() -> begun(snapshot));
        return snapshot;
    }

    CopyRequests copies() {
        return copies;
    }

    boolean isRunning() {
        Running snapshot = current;
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

    /** What the snapshot refers to is kept until its list ends. Housekeeping thread. */
    private void begun(Running snapshot) {
        snapshot.listing = payloads.store().beginList();
        listing.add(snapshot);
    }

    /** Ends the lists of snapshots that were replaced, abandoned, or have failed. */
    private void endLists() {
        for (Running snapshot : List.copyOf(listing)) {
            boolean goesOn = snapshot == writing || (snapshot == current && !snapshot.isDone());
            if (!goesOn) {
                listing.remove(snapshot);
                payloads.store().abandonList(Objects.requireNonNull(snapshot.listing));
            }
        }
    }

    /**
     * Runs one step. Housekeeping thread.
     *
     * @return whether the next step can run immediately
     */
    boolean work() {
        if (!listing.isEmpty()) {
            endLists();
        }
        Running snapshot = writing;
        if (snapshot != null && snapshot.state == State.ABANDONED) {
            discard();
            copies.failed();
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

    private boolean work(Running snapshot) throws IOException {
        SnapshotFile open = file;
        if (open == null && written == null) {
            open = new SnapshotFile(directory.disk(), OrphanFiles.SNAPSHOT_TEMPORARY, snapshot.position);
            file = open;
            open.writeHeader(directory.manifest().directoryId());
        }
        // Read before the queue: a finished snapshot gets no more chunks.
        boolean finished = snapshot.state == State.FINISHED;
        ByteBuffer chunk = snapshot.queue.poll();
        if (chunk != null && open != null) {
            int count = chunk.remaining();
            open.write(chunk);
            if (snapshot.queuedBytes.addAndGet(-count) == 0) {
                listener.advanced();
            }
            return true;
        }
        return finished && complete(snapshot);
    }

    private boolean complete(Running snapshot) throws IOException {
        SnapshotFile open = file;
        if (open != null) {
            written = open.finish();
            file = null;
            open.close();
        }
        SnapshotInfo info = written;
        if (info == null || writer.hasFailed() || writer.syncedPosition() < snapshot.position) {
            return false;
        }
        publish(snapshot, info);
        publishedPosition = snapshot.position;
        coveredBytes = snapshot.journalBytes;
        failures = 0;
        written = null;
        writing = null;
        snapshot.end(State.PUBLISHED);
        SnapshotInfo published = directory.manifest().snapshot();
        if (published != null) {
            copies.published(directory.disk(), published);
        }
        long tookNanos = nanoTime.getAsLong() - snapshot.startedAtNanos;
        long tookMillis = TimeUnit.NANOSECONDS.toMillis(tookNanos);
        log.info("snapshot of position {} written: {} bytes in {} ms", info.position(), info.bytes(), tookMillis);
        listener.snapshotPublished(info.bytes(), tookNanos);
        listener.advanced();
        return true;
    }

    private void publish(Running snapshot, SnapshotInfo info) throws IOException {
        // The beginning of the snapshot may still be queued.
        payloads.work();
        PayloadNeeds.Listing needed = Objects.requireNonNull(snapshot.listing);
        List<PayloadExtent> files;
        try {
            files = payloads.store().syncList(needed);
        } catch (IOException e) {
            payloads.endIfUnsynced(e);
            throw e;
        }
        directory.publishSnapshot(info, writer.syncedPosition(), files);
        listing.remove(snapshot);
        payloads.store().listed(needed);
    }

    /** Whether a complete snapshot waits for the journal to be synced up to its position. */
    boolean waitsForSync() {
        Running snapshot = writing;
        return snapshot != null && written != null && writer.syncedPosition() < snapshot.position;
    }

    private void fail(Running snapshot, Throwable e) {
        log.warn("snapshot of position {} failed, will retry: {}", snapshot.position, e.toString());
        discard();
        pauseUntilNanos = nanoTime.getAsLong() + (FIRST_PAUSE_NANOS << Math.min(failures, MAX_PAUSE_DOUBLINGS));
        failures++;
        snapshot.end(State.FAILED);
        copies.failed();
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
            directory.disk().delete(OrphanFiles.SNAPSHOT_TEMPORARY);
        } catch (IOException e) {
            log.warn("cannot delete an unfinished snapshot: {}", e.toString());
        }
    }

    /** Completes a finished snapshot and discards an unfinished one. */
    void close() {
        while (work()) {
            // Writes chunks until nothing is left.
        }
        Running snapshot = writing;
        if (snapshot != null) {
            discard();
            snapshot.end(State.ABANDONED);
        }
        copies.failed();
    }

    private enum State {
        FILLING,
        FINISHED,
        ABANDONED,
        PUBLISHED,
        FAILED
    }

    /**
     * The queue between the loop thread, which encodes the state in slices, and the housekeeping thread, which writes
     * it.
     */
    private static final class Running implements SnapshotTarget {
        private final long position;
        /** Bytes written to the journal when the snapshot was started. */
        private final long journalBytes;

        private final long startedAtNanos;
        private final Runnable wake;
        private final Queue<ByteBuffer> queue = new ConcurrentLinkedQueue<>();
        private final AtomicLong queuedBytes = new AtomicLong();
        private volatile State state = State.FILLING;
        private PayloadNeeds.@Nullable Listing listing;

        Running(long position, long journalBytes, long startedAtNanos, Runnable wake) {
            this.position = position;
            this.journalBytes = journalBytes;
            this.startedAtNanos = startedAtNanos;
            this.wake = wake;
        }

        @Override
        public void write(byte[] chunk, int length) {
            if (length < 0 || length > chunk.length) {
                throw new IllegalArgumentException("expected at most " + chunk.length + " bytes, but got " + length);
            }
            if (state == State.FILLING && length > 0) {
                queuedBytes.addAndGet(length);
                queue.add(ByteBuffer.wrap(chunk, 0, length));
                wake.run();
            }
        }

        @Override
        public long queuedBytes() {
            return queuedBytes.get();
        }

        @Override
        public void finish() {
            finishAs(State.FINISHED);
        }

        @Override
        public void abandon() {
            finishAs(State.ABANDONED);
        }

        /**
         * Transition by the loop thread. While the state is FILLING, the housekeeping thread changes it only on a failure.
         */
        private synchronized void finishAs(State next) {
            if (state == State.FILLING) {
                state = next;
                wake.run();
            }
        }

        @Override
        public boolean isDone() {
            return state != State.FILLING && state != State.FINISHED;
        }

        /** Final transition, on the housekeeping thread. */
        synchronized void end(State last) {
            state = last;
            queue.clear();
            queuedBytes.set(0);
        }
    }
}
