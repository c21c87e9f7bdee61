package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.local.FileHeader.FileType;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads the records of a payload file in order, and verifies every byte of its extent. */
final class PayloadScan {
    private static final int WINDOW_BYTES = 1 << 20;

    private final Disk disk;
    private final long directoryId;
    private final PayloadExtent extent;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private int windowAt = PayloadRecord.FIRST_OFFSET;

    /** Receives the records. */
    interface Visitor {
        /** The buffer is valid only during the call. */
        void record(long key, PayloadPlace place, ByteBuffer payload) throws IOException;
    }

    PayloadScan(Disk disk, long directoryId, PayloadExtent extent) {
        this.disk = disk;
        this.directoryId = directoryId;
        this.extent = extent;
    }

    /** Checks that the file exists, is long enough and belongs here. */
    void check() throws IOException {
        if (!disk.exists(extent.name())) {
            throw damaged(0, "is missing, but the manifest names it");
        }
        try (DiskFile file = disk.open(extent.name())) {
            if (file.size() < extent.bytes() || extent.bytes() < PayloadRecord.FIRST_OFFSET) {
                throw damaged(
                        file.size(),
                        "expected at least " + extent.bytes() + " bytes, as in the manifest, but it has "
                                + file.size());
            }
            ByteBuffer bytes = ByteBuffer.allocate(PayloadRecord.FIRST_OFFSET);
            file.readFully(bytes, 0);
            FileHeader header = FileHeader.read(FileType.PAYLOADS, bytes);
            if (header == null) {
                throw damaged(0, "its header is damaged");
            }
            if (header.directoryId() != directoryId) {
                throw damaged(0, "belongs to another data directory");
            }
            if (header.number() != extent.number()) {
                throw damaged(0, "expected payload file " + extent.number() + ", but it is " + header.number());
            }
        }
    }

    void run(Visitor visitor) throws IOException {
        check();
        try (DiskFile file = disk.open(extent.name())) {
            int at = PayloadRecord.FIRST_OFFSET;
            while (at < extent.bytes()) {
                PayloadPlace place = new PayloadPlace(extent.number(), at, lengthAt(file, at));
                load(file, at, place.recordBytes());
                if (!PayloadRecord.isValid(window, at - windowAt, directoryId, place)) {
                    throw damaged(at, "a payload is damaged");
                }
                long key = PayloadRecord.key(window, at - windowAt);
                visitor.record(key, place, PayloadRecord.payload(window, at - windowAt));
                at += place.recordBytes();
            }
        }
    }

    private int lengthAt(DiskFile file, int at) throws IOException {
        load(file, at, PayloadRecord.HEADER_BYTES);
        int length = PayloadRecord.length(window, at - windowAt);
        if (length < 0 || length > extent.bytes() - at - PayloadRecord.HEADER_BYTES) {
            throw damaged(at, "a payload claims " + length + " bytes");
        }
        return length;
    }

    /** Has the window contain these bytes of the file. */
    private void load(DiskFile file, int at, int count) throws IOException {
        int left = extent.bytes() - at;
        if (count > left) {
            throw damaged(at, "ends in the middle of a payload");
        }
        if (at + count <= windowAt + window.limit()) {
            return;
        }
        int wanted = Math.min(left, Math.max(WINDOW_BYTES, count));
        if (window.capacity() < wanted) {
            window = ByteBuffer.allocate(wanted);
        }
        file.readFully(window.clear().limit(wanted), at);
        windowAt = at;
        if (window.limit() < count) {
            throw damaged(at, "ends in the middle of a payload");
        }
    }

    private JournalCorruptException damaged(long offset, String problem) {
        return new JournalCorruptException(disk.describe(extent.name()), offset, problem);
    }
}
