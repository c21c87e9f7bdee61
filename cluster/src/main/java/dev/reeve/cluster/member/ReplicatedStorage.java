package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.Storage;
import dev.reeve.journal.WriteAdmission;
import org.jspecify.annotations.Nullable;

/**
 * The storage of a member of a cluster: its part of the replicated log. What was applied is committed, so it may be answered at
 * once. Snapshots are taken when the group asks for them.
 */
final class ReplicatedStorage implements Storage {
    private volatile @Nullable JournalStatus status;
    private volatile @Nullable Consensus consensus;
    private long unsyncedBytes;

    /** The log is open. */
    void opened(Consensus group, JournalStatus logStatus) {
        consensus = group;
        status = logStatus;
    }

    /** The figures of the log; null before it is open. Any thread. */
    @Nullable
    JournalStatus status() {
        return status;
    }

    /** So many bytes of commands wait for the group in addition. */
    void submitted(int bytes) {
        unsyncedBytes += bytes;
    }

    /** The replica sends what there is at the end of each of its turns. */
    @Override
    public void flush() {}

    @Override
    public long lastAppended() {
        return 0;
    }

    @Override
    public long mayReply() {
        return Long.MAX_VALUE;
    }

    @Override
    public long unsyncedBytes() {
        return unsyncedBytes;
    }

    @Override
    public WriteAdmission room() {
        JournalStatus known = status;
        return known == null ? WriteAdmission.AMPLE : known.room();
    }

    @Override
    public boolean hasFault() {
        JournalStatus known = status;
        return known != null && known.hasFault();
    }

    @Override
    public void liveBytes(long bytes) {
        Consensus known = consensus;
        if (known != null) {
            known.stateBytes(bytes);
        }
    }

    @Override
    public boolean snapshotDue() {
        return false;
    }

    /** A member that stops needs no snapshot: its log has everything. */
    @Override
    public SnapshotTarget startSnapshot(long position) {
        return new SnapshotTarget() {
            @Override
            public void write(byte[] chunk, int length) {}

            @Override
            public long queuedBytes() {
                return 0;
            }

            @Override
            public void finish() {}

            @Override
            public void abandon() {}

            @Override
            public boolean isDone() {
                return true;
            }
        };
    }

    /** The group is closed by the member. */
    @Override
    public void close() {}
}
