package dev.reeve.server.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Zeros for a part of a file, written for real: space is claimed here and not when the batches come. */
final class ZeroFill {
    private static final int CHUNK_BYTES = 1 << 20;
    /** A sync in between keeps the syncs of the live segment from waiting behind all of it. */
    private static final int SYNC_EVERY_BYTES = 8 << 20;

    private ZeroFill() {}

    static void write(DiskFile file, int from, int to) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(Math.min(CHUNK_BYTES, to - from));
        int unsynced = 0;
        for (int at = from; at < to; ) {
            zeros.clear().limit(Math.min(zeros.capacity(), to - at));
            int count = zeros.remaining();
            file.writeFully(zeros, at);
            at += count;
            unsynced += count;
            if (unsynced >= SYNC_EVERY_BYTES) {
                file.sync();
                unsynced = 0;
            }
        }
    }
}
