package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.BatchHeader.Kind;
import dev.reeve.journal.local.JournalInspection.EntryConsumer;
import dev.reeve.journal.local.Manifest.SegmentInfo;
import dev.reeve.journal.local.SegmentReader.Tail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the segments of a data directory in order and finds the end of the journal. Changes nothing.
 *
 * <p>The journal is a chain: batch after batch in a segment up to its seal, then the first batch of the next segment.
 * The chain stops at the first invalid batch. The bytes after it decide whether this is the end of the journal or
 * damage. The writer syncs a batch before a later header records it as synced, and syncs a segment completely before it
 * writes to the next one. So a valid header after the stop that records more than the stop as synced proves that
 * durable bytes are lost, and so does a manifest with a higher synced position. Then the journal must not be opened.
 * Without such a proof the stop is a torn write, which was never acknowledged.
 */
final class JournalScan {
    /**
     * The used part of a segment.
     *
     * @param syncedEnd the synced end recorded in its last batch
     * @param sequence of its last batch, 0 if it has none
     * @param lastPosition the last position up to its end
     * @param lastKind the kind of its last batch; {@link Kind#MARK} if it has none
     */
    record Used(int end, int syncedEnd, long sequence, long lastPosition, Kind lastKind) {
        static Used nothing(long lastPosition) {
            return new Used(Segment.FIRST_BATCH_OFFSET, Segment.FIRST_BATCH_OFFSET, 0, lastPosition, Kind.MARK);
        }

        boolean isSealed() {
            return lastKind == Kind.SEAL;
        }
    }

    /**
     * The end of the journal.
     *
     * @param used the used segments, in order; the chain ends in the last of them, and the following segments are spare
     * @param bytesAfterSnapshot size of the batches after the snapshot
     */
    record End(List<Used> used, Tail tail, long batches, long bytesAfterSnapshot) {
        Used last() {
            return used.get(used.size() - 1);
        }

        /** Whether the last batch proves that the batches before it were synced. */
        boolean isMarked() {
            return last().lastKind != Kind.ENTRIES;
        }
    }

    private final Disk disk;
    private final Manifest manifest;
    private final EntryConsumer consumer;
    private final List<Used> used = new ArrayList<>();
    private Used chain;
    private long batches;
    private long bytesAfterSnapshot;
    private long bytesOfSegments;

    JournalScan(Disk disk, Manifest manifest, EntryConsumer consumer) {
        this.disk = disk;
        this.manifest = manifest;
        this.consumer = consumer;
        this.chain = Used.nothing(manifest.snapshotPosition());
    }

    /** Reads the chain. The manifest must name at least one segment. */
    End run() throws IOException {
        List<SegmentInfo> segments = manifest.segments();
        Tail tail = null;
        for (int i = 0; i < segments.size(); i++) {
            try (SegmentReader reader = new SegmentReader(disk, manifest.directoryId(), segments.get(i))) {
                if (tail == null) {
                    readChain(reader);
                    boolean continues = chain.isSealed() && i + 1 < segments.size();
                    tail = continues ? null : examineEnd(reader);
                } else {
                    rejectIfUsed(reader, segments.get(used.size() - 1), tail);
                }
            }
            bytesOfSegments += segments.get(i).bytes();
            consumer.scanned(bytesOfSegments);
        }
        if (tail == null) {
            throw new IllegalStateException("a journal without segments has no end");
        }
        return new End(used, tail, batches, bytesAfterSnapshot);
    }

    private void readChain(SegmentReader reader) throws IOException {
        chain = Used.nothing(chain.lastPosition);
        while (!chain.isSealed()) {
            BatchHeader header = reader.header(chain.end);
            ByteBuffer content = header == null ? null : reader.content(header);
            if (header == null || content == null) {
                break;
            }
            accept(reader, header, content);
        }
        used.add(chain);
    }

    private void accept(SegmentReader reader, BatchHeader header, ByteBuffer content) throws IOException {
        long first = header.content().firstPosition();
        boolean follows = batches > 0 ? first == chain.lastPosition + 1 : first >= 1 && first <= chain.lastPosition + 1;
        if (header.sequence() != chain.sequence + 1 || !follows) {
            throw reader.damaged(
                    chain.end,
                    "expected batch " + (chain.sequence + 1) + " from position " + (chain.lastPosition + 1)
                            + ", but found batch " + header.sequence() + " from position " + first);
        }
        long last = readEntries(reader, header, content);
        if (last > manifest.snapshotPosition()) {
            bytesAfterSnapshot += header.end() - chain.end;
        }
        batches++;
        chain = new Used(header.end(), header.syncedEnd(), header.sequence(), last, header.kind());
        consumer.scanned(bytesOfSegments + chain.end);
    }

    private long readEntries(SegmentReader reader, BatchHeader header, ByteBuffer content) throws IOException {
        long position = header.content().firstPosition() - 1;
        for (int i = 0; i < header.content().count(); i++) {
            int length = content.remaining() < Integer.BYTES ? -1 : content.getInt();
            if (length < 0 || length > content.remaining()) {
                throw reader.damaged(chain.end, "the entry lengths do not match the batch length");
            }
            position++;
            int entryOffset = chain.end + BatchHeader.BYTES + content.position();
            ByteBuffer entry = content.slice(content.position(), length);
            content.position(content.position() + length);
            consumer.entry(position, reader.info().name(), entryOffset, entry);
        }
        if (content.hasRemaining()) {
            throw reader.damaged(chain.end, "the entry lengths do not match the batch length");
        }
        return position;
    }

    private Tail examineEnd(SegmentReader reader) throws IOException {
        Tail tail = reader.tail(chain.end);
        BatchHeader proof = tail.proof();
        if (proof != null) {
            throw reader.damaged(
                    chain.end,
                    "there is no valid batch, but the batch at offset "
                            + proof.place().offset() + " records a sync up to offset " + proof.syncedEnd());
        }
        if (chain.lastPosition < manifest.syncedPosition()) {
            throw reader.damaged(
                    chain.end,
                    "the journal ends after position " + chain.lastPosition + ", but it was synced up to position "
                            + manifest.syncedPosition());
        }
        return tail;
    }

    /** A segment after the end must be unused, because the one before it would have been sealed and synced first. */
    private void rejectIfUsed(SegmentReader later, SegmentInfo endsIn, Tail tail) throws IOException {
        if (later.tail(Segment.FIRST_BATCH_OFFSET).hasBatch()) {
            throw new JournalCorruptException(
                    disk.describe(endsIn.name()),
                    tail.offset(),
                    "there is no valid batch, but the later segment "
                            + later.info().name() + " is in use");
        }
    }
}
