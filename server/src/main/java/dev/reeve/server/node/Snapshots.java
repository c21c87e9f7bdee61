package dev.reeve.server.node;

import dev.reeve.engine.Engine;
import dev.reeve.engine.format.SnapshotWriter;
import dev.reeve.server.journal.Journal;
import dev.reeve.server.journal.SnapshotTarget;
import org.jspecify.annotations.Nullable;

/** Writes snapshots in slices between the loop's turns. Each chunk is preceded by its length. */
final class Snapshots {
    private static final int SLICE_BYTES = 64 * 1024;
    private static final long MOST_QUEUED_BYTES = 4 * 1024 * 1024;
    private static final long PAUSE_MICROS = 2_000;

    private final Loop loop;
    private final Journal journal;
    private @Nullable SnapshotWriter writer;
    private @Nullable SnapshotTarget target;

    Snapshots(Loop loop, Journal journal) {
        this.loop = loop;
        this.journal = journal;
    }

    boolean running() {
        return writer != null;
    }

    /** Starts a snapshot of the engine as it is, all entries up to the position being applied. */
    void start(Engine engine, long position) {
        writer = engine.startSnapshot();
        target = journal.startSnapshot(position);
        loop.execute(this::slice);
    }

    private void slice() {
        SnapshotTarget to = target;
        if (writer == null || to == null) {
            return;
        }
        if (to.isDone() || writer.abandoned()) {
            abandon();
        } else if (to.queuedBytes() > MOST_QUEUED_BYTES) {
            loop.schedule(this::slice, PAUSE_MICROS);
        } else if (!step(writer, to)) {
            loop.execute(this::slice);
        }
    }

    private boolean step(SnapshotWriter from, SnapshotTarget to) {
        boolean complete = from.step(SLICE_BYTES);
        byte[] chunk = from.take();
        if (chunk.length > 0) {
            byte[] length = {
                (byte) (chunk.length >>> 24),
                (byte) (chunk.length >>> 16),
                (byte) (chunk.length >>> 8),
                (byte) chunk.length
            };
            to.write(length, length.length);
            to.write(chunk, chunk.length);
        }
        if (complete) {
            to.finish();
            writer = null;
            target = null;
        }
        return complete;
    }

    /** Writes all that is left, for a clean stop. */
    void completeNow() {
        while (writer != null && target != null) {
            if (writer.abandoned()) {
                abandon();
            } else {
                step(writer, target);
            }
        }
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
