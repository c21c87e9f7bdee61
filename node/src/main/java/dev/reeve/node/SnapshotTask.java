package dev.reeve.node;

import dev.reeve.engine.Engine;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.ShownPayload;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.Storage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Writes snapshots in slices, one per poll for input. */
final class SnapshotTask {
    private static final long MAX_QUEUED_BYTES = 4 * 1024 * 1024;
    private static final long PAUSE_MICROS = 2_000;
    private static final long STALL_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Loop loop;
    private final Storage journal;
    private final @Nullable PayloadTraffic payloads;
    private List<ShownPayload> atHand = List.of();
    private @Nullable StateWriter writer;
    private @Nullable SnapshotTarget target;

    SnapshotTask(Loop loop, Storage journal, @Nullable PayloadTraffic payloads) {
        this.loop = loop;
        this.journal = journal;
        this.payloads = payloads;
    }

    boolean running() {
        return writer != null;
    }

    /**
     * Starts a snapshot of the current engine state, which includes all entries up to the position.
     *
     * @param whole whether it has all payloads, so that it can leave the data directory; otherwise it refers to those on disk
     */
    void start(Engine engine, long position, boolean whole) {
        start(engine, journal.startSnapshot(position), whole);
    }

    /** Starts a snapshot of the current engine state into this target. */
    void start(Engine engine, SnapshotTarget to) {
        start(engine, to, true);
    }

    private void start(Engine engine, SnapshotTarget to, boolean whole) {
        StateWriter started = engine.startSnapshot(whole);
        writer = started;
        target = to;
        atHand = List.of();
        loop.nextTurn(() -> slice(started));
    }

    private void slice(StateWriter from) {
        SnapshotTarget to = target;
        if (writer != from || to == null) {
            return;
        }
        if (to.isDone() || from.abandoned()) {
            abandon();
        } else if (to.queuedBytes() > MAX_QUEUED_BYTES) {
            loop.schedule(() -> slice(from), PAUSE_MICROS);
        } else if (!step(from, to)) {
            List<ShownPayload> wanted = from.takeWanted();
            if (payloads == null || wanted.isEmpty()) {
                loop.nextTurn(() -> slice(from));
            } else {
                payloads.read(wanted, () -> {
                    payloads.letGo(wanted);
                    atHand = wanted;
                    slice(from);
                });
            }
        }
    }

    private boolean step(StateWriter from, SnapshotTarget to) {
        boolean complete = StateChunks.writeNext(from, atHand, to);
        atHand = List.of();
        if (complete) {
            writer = null;
            target = null;
        }
        return complete;
    }

    /** Writes the rest of the snapshot, for a clean stop. Abandons it if the target stops accepting chunks. Blocks. */
    void completeNow() {
        while (writer != null && target != null) {
            if (writer.abandoned() || !awaitCapacity(target)) {
                abandon();
            } else {
                step(writer, target);
            }
        }
    }

    /** Waits until the target has capacity for another slice; false if it is done or stalled. */
    private static boolean awaitCapacity(SnapshotTarget to) {
        long before = to.queuedBytes();
        long sinceNanos = System.nanoTime();
        while (before > MAX_QUEUED_BYTES && !to.isDone()) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(PAUSE_MICROS));
            long queued = to.queuedBytes();
            if (queued < before) {
                before = queued;
                sinceNanos = System.nanoTime();
            } else if (System.nanoTime() - sinceNanos > STALL_TIMEOUT_NANOS) {
                return false;
            }
        }
        return !to.isDone();
    }

    void abandon() {
        if (writer != null && target != null) {
            writer.abandon();
            target.abandon();
        }
        writer = null;
        target = null;
    }
}
