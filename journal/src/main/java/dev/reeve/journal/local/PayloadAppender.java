package dev.reeve.journal.local;

import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends records to the current payload file, many with one write, and begins another file when it is full. Between two calls nothing is
 * buffered. After a failure the current file is ended, and the next call begins another.
 */
final class PayloadAppender {
    private static final Logger log = LoggerFactory.getLogger(PayloadAppender.class);
    private static final int BUFFER_BYTES = 256 << 10;
    /** Early syncs keep the syncs of the live segment, and that of a snapshot, from waiting for whole files. */
    private static final int SYNC_EVERY_BYTES = 8 << 20;

    private final long directoryId;
    private final int fileBytes;
    private final Files files;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private @Nullable PayloadFile current;

    /** Who creates and syncs the files. */
    interface Files {
        PayloadFile create() throws IOException;

        void sync(PayloadFile file) throws IOException;
    }

    PayloadAppender(long directoryId, int fileBytes, Files files) {
        this.directoryId = directoryId;
        this.fileBytes = fileBytes;
        this.files = files;
    }

    /** The file to which the next records are appended; null if another is begun then. */
    @Nullable
    PayloadFile current() {
        return current;
    }

    /** Writes the payloads and returns their places. If it throws, some of them may be in the files, but none has to be. */
    List<PayloadPlace> append(List<KeyedPayload> payloads) throws IOException {
        List<PayloadPlace> places = new ArrayList<>(payloads.size());
        boolean written = false;
        try {
            for (KeyedPayload payload : payloads) {
                places.add(put(payload));
            }
            flush();
            written = true;
        } finally {
            buffer.clear();
            if (!written) {
                endCurrent();
            }
        }
        return places;
    }

    private PayloadPlace put(KeyedPayload keyed) throws IOException {
        byte[] payload = keyed.payload();
        int bytes = PayloadPlace.recordBytes(payload.length);
        PayloadFile to = fileFor(bytes);
        if (bytes > buffer.remaining()) {
            flush();
        }
        PayloadPlace place = new PayloadPlace(to.number(), to.writtenBytes() + buffer.position(), payload.length);
        if (bytes <= buffer.remaining()) {
            PayloadRecord.put(buffer, directoryId, place, keyed.key(), payload);
        } else {
            ByteBuffer large = ByteBuffer.allocate(bytes);
            PayloadRecord.put(large, directoryId, place, keyed.key(), payload);
            to.append(large.flip());
        }
        return place;
    }

    /** The file for the next record. What is buffered belongs to the same file. */
    private PayloadFile fileFor(int bytes) throws IOException {
        PayloadFile open = current;
        if (open != null) {
            long end = (long) open.writtenBytes() + buffer.position();
            if (end == PayloadRecord.FIRST_OFFSET || end + bytes <= fileBytes) {
                return open;
            }
            flush();
            open.end();
            current = null;
            files.sync(open);
        }
        PayloadFile begun = files.create();
        current = begun;
        buffer.put(FileHeader.ofPayloads(directoryId, begun.number()).bytes());
        return begun;
    }

    private void flush() throws IOException {
        PayloadFile open = current;
        buffer.flip();
        if (open != null && buffer.hasRemaining()) {
            open.append(buffer);
            if (open.unsyncedBytes() >= SYNC_EVERY_BYTES) {
                files.sync(open);
            }
        }
        buffer.clear();
    }

    /** A failed write may have left bytes behind the last record, so nothing is appended there. */
    private void endCurrent() {
        PayloadFile open = current;
        current = null;
        if (open != null) {
            try {
                open.end();
            } catch (IOException e) {
                log.warn("cannot close {}: {}", open.name(), e.toString());
            }
        }
    }
}
