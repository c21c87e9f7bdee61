package dev.reeve.server.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the housekeeping thread does: keeps a spare segment ready, writes snapshots, recycles what they cover, and
 * watches the space. Whatever fails here is logged and tried again; the journal itself goes on.
 */
final class Housekeeper {
    private static final Logger log = LoggerFactory.getLogger(Housekeeper.class);
    static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int CHUNKS_A_TURN = 64;

    private final JournalSettings settings;
    private final DataDirectory directory;
    private final BatchWriter writer;
    private final SpareSegments spareSegments;
    private final SnapshotStore snapshots;
    private final DiskSpaceRule space;
    private final JournalListener listener;
    private final Runnable wakeWriter;
    private final LongSupplier nanoTime;
    private final StallWarning stallWarning = new StallWarning();
    private long prepareAtNanos;
    private long measureAtNanos;
    private long recycleAtNanos;
    private boolean hadRecyclable;
    private WriteAdmission lastRoom = WriteAdmission.AMPLE;

    Housekeeper(LocalJournal.Parts parts, DataDirectory directory, Runnable wakeWriter) {
        this.settings = parts.settings();
        this.directory = directory;
        this.writer = parts.writer();
        this.spareSegments = parts.spareSegments();
        this.snapshots = parts.snapshots();
        this.space = parts.space();
        this.listener = parts.listener();
        this.wakeWriter = wakeWriter;
        this.nanoTime = parts.nanoTime();
        this.prepareAtNanos = nanoTime.getAsLong();
        this.measureAtNanos = prepareAtNanos;
        this.recycleAtNanos = prepareAtNanos;
    }

    /** Takes a turn, see {@link TurnThread.Turn}. The journal thread has to be done before this one is stopped. */
    long turn(boolean stopping) {
        if (writer.hasFailed()) {
            return stopping ? TurnThread.DONE : TurnThread.WHEN_WOKEN;
        }
        if (stopping) {
            snapshots.close();
            return TurnThread.DONE;
        }
        stallWarning.look(writer.busyNanos());
        measure();
        recycle();
        prepare();
        boolean more = writeSnapshot();
        if (snapshots.waitsForSync()) {
            writer.wantSync();
            wakeWriter.run();
        }
        tellRoom();
        return more ? TurnThread.AT_ONCE : PAUSE_NANOS;
    }

    /** Several chunks a turn: a journal that fills a segment in every turn must not outrun its snapshot. */
    private boolean writeSnapshot() {
        boolean more = true;
        for (int i = 0; i < CHUNKS_A_TURN && more; i++) {
            more = snapshots.work();
        }
        return more;
    }

    private void measure() {
        long now = nanoTime.getAsLong();
        if (now - measureAtNanos >= 0) {
            measureAtNanos = now + PAUSE_NANOS;
            space.measure();
        }
    }

    private void prepare() {
        int bytes = Math.max(settings.segmentBytes(), Segment.sizeFor(spareSegments.wantedBytes()));
        boolean wanted = spareSegments.isEmpty() || spareSegments.isWanting();
        long now = nanoTime.getAsLong();
        if (!wanted || now - prepareAtNanos < 0) {
            return;
        }
        try {
            space.measure();
            if (!directory.hasRecyclable(bytes) && !space.allows(bytes)) {
                throw new IOException("there is not enough space on the disk");
            }
            spareSegments.add(directory.prepare(bytes, writer.syncedPosition()));
            spareSegments.exhausted(false);
            wakeWriter.run();
        } catch (IOException | RuntimeException | Error e) {
            if (!spareSegments.areExhausted()) {
                log.warn("cannot prepare a segment in {}, trying again: {}", directory.disk(), e.toString());
            }
            spareSegments.exhausted(true);
            prepareAtNanos = now + PAUSE_NANOS;
            wakeWriter.run();
        }
        space.measure();
    }

    private void recycle() {
        long now = nanoTime.getAsLong();
        if (now - recycleAtNanos < 0) {
            return;
        }
        try {
            directory.retireCovered(writer.syncedPosition());
        } catch (IOException | RuntimeException | Error e) {
            log.warn("cannot give up old segments in {}, trying again: {}", directory.disk(), e.toString());
            recycleAtNanos = now + PAUSE_NANOS;
            return;
        }
        long most = space.isTight() ? 1 : 1 + space.liveBytes() / settings.segmentBytes();
        directory.keepRecyclable(settings.segmentBytes(), most);
        boolean has = directory.hasRecyclable(settings.segmentBytes());
        if (has && !hadRecyclable) {
            // What could not be prepared for lack of space can be now.
            prepareAtNanos = now;
        }
        hadRecyclable = has;
        if (space.isTight() && spareSegments.isEmpty() && !has) {
            // The live segment is all that is left: once a snapshot covers it, it can become its own successor.
            long covered = directory.manifest().snapshotPosition();
            if (covered > 0 && covered >= writer.syncedPosition()) {
                writer.wantSealUpTo(covered);
                wakeWriter.run();
            }
        }
    }

    private void tellRoom() {
        WriteAdmission room = space.room(0);
        if (room != lastRoom) {
            lastRoom = room;
            listener.advanced();
        }
    }
}
