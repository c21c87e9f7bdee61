package dev.reeve.journal.local;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads single records back from the segments. Keeps the last segment open, because reads are mostly in order. */
final class SegmentBytes implements Closeable {
    private final Disk disk;
    private @Nullable DiskFile file;
    private long generation;

    SegmentBytes(Disk disk) {
        this.disk = disk;
    }

    synchronized ByteBuffer read(RaftIndex.Place place) throws IOException {
        DiskFile open = file;
        if (open == null || generation != place.generation()) {
            close();
            open = disk.open(Manifest.segmentName(place.generation()));
            file = open;
            generation = place.generation();
        }
        ByteBuffer bytes = ByteBuffer.allocate(place.length());
        open.readFully(bytes, place.offset());
        return bytes;
    }

    @Override
    public synchronized void close() throws IOException {
        DiskFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }
}
