package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.RecoveryTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Rebuilds a replicated log from its base and the records after it. */
final class RaftReplay implements RecoveryTarget {
    private final Disk disk;
    private final RaftIndex index;
    private RaftVote vote = RaftVote.NONE;

    RaftReplay(Disk disk, RaftIndex index) {
        this.disk = disk;
        this.index = index;
    }

    RaftVote vote() {
        return vote;
    }

    @Override
    public void snapshot(long position, InputStream bytes) throws IOException {
        RaftBase base = RaftBase.read(bytes);
        index.reset(base.first());
        vote = base.vote();
    }

    @Override
    public void entry(long position, ByteBuffer bytes) {
        throw new IllegalStateException("a record without its place");
    }

    @Override
    public void entryAt(long position, String segmentFile, int offset, ByteBuffer bytes) throws IOException {
        try {
            apply(RaftRecord.decode(bytes), position, segmentFile, offset);
        } catch (IllegalArgumentException e) {
            throw new JournalCorruptException(
                    disk.describe(segmentFile), offset, "is no record of this log: " + e.getMessage());
        }
    }

    /** The base may be newer than the first records after it; cuts below it are done already. */
    private void apply(RaftRecord record, long position, String segmentFile, int offset) {
        if (record instanceof RaftRecord.Append append) {
            int length = RaftRecord.ENTRY_HEADER_BYTES + append.entry().bytes().length;
            long generation = Manifest.generationOf(segmentFile);
            index.append(append.entry(), position, new RaftIndex.Place(generation, offset, length));
        } else if (record instanceof RaftRecord.CutSuffix cut) {
            index.cutSuffix(cut.last());
        } else if (record instanceof RaftRecord.CutPrefix cut) {
            index.cutPrefix(cut.first());
        } else if (record instanceof RaftRecord.Reset reset) {
            index.reset(reset.next());
        } else if (record instanceof RaftRecord.Vote voted) {
            vote = voted.vote();
        }
    }
}
