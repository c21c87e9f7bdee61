package dev.reeve.journal.local;

import dev.reeve.journal.PayloadPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A payload file of a {@link PayloadStore}: how much of it is written and synced, and how much somebody refers to.
 *
 * <p>Invariant: all bytes below {@code writtenBytes} are records that were written completely. After a failed write the file is ended, because
 * it may have bytes behind them.
 */
final class PayloadFile {
    private final long number;
    private @Nullable DiskFile file;
    private int writtenBytes;
    private int syncedBytes;
    private long liveBytes;
    private boolean ended;

    private PayloadFile(long number) {
        this.number = number;
    }

    /** A new file. Its header is the first that has to be written. */
    static PayloadFile create(Disk disk, long number) throws IOException {
        PayloadFile created = new PayloadFile(number);
        created.file = disk.create(PayloadExtent.nameOf(number));
        return created;
    }

    /** A file of an earlier process, to which no more is appended. */
    static PayloadFile listed(PayloadExtent extent) {
        PayloadFile found = new PayloadFile(extent.number());
        found.writtenBytes = extent.bytes();
        found.syncedBytes = extent.bytes();
        found.ended = true;
        return found;
    }

    long number() {
        return number;
    }

    String name() {
        return PayloadExtent.nameOf(number);
    }

    int writtenBytes() {
        return writtenBytes;
    }

    int unsyncedBytes() {
        return writtenBytes - syncedBytes;
    }

    PayloadExtent extent() {
        return new PayloadExtent(number, writtenBytes);
    }

    void append(ByteBuffer records) throws IOException {
        DiskFile open = file;
        if (open == null || ended) {
            throw new IllegalStateException(name() + " has ended");
        }
        int count = records.remaining();
        open.writeFully(records, writtenBytes);
        writtenBytes += count;
    }

    /** Nothing more is appended. */
    void end() throws IOException {
        ended = true;
        closeIfDone();
    }

    boolean isEnded() {
        return ended;
    }

    void sync() throws IOException {
        DiskFile open = file;
        if (open != null && syncedBytes < writtenBytes) {
            open.sync();
            syncedBytes = writtenBytes;
        }
        closeIfDone();
    }

    private void closeIfDone() throws IOException {
        if (ended && syncedBytes == writtenBytes) {
            close();
        }
    }

    void close() throws IOException {
        DiskFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }

    /** The bytes of records that somebody refers to. */
    long liveBytes() {
        return liveBytes;
    }

    void refer(PayloadPlace place) {
        liveBytes += place.recordBytes();
    }

    /** Nobody is known to refer to the file. */
    void releaseAll() {
        liveBytes = 0;
    }

    void release(PayloadPlace place) {
        liveBytes -= place.recordBytes();
        if (liveBytes < 0) {
            throw new IllegalStateException("more was released of " + name() + " than was referred to: " + place);
        }
    }
}
