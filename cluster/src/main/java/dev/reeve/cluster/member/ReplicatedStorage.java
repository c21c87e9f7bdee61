package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.SnapshotReceiver;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.Storage;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.SnapshotCopies;
import org.jspecify.annotations.Nullable;

/**
 * The storage of a member of a cluster: its part of the replicated log. What was applied is committed, so it may be answered at
 * once. Snapshots are taken when the group asks for them, or when a caller wants a copy of the state.
 */
final class ReplicatedStorage implements Storage {
    private static final SnapshotTarget NO_SNAPSHOT = new SnapshotTarget() {
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

    private volatile @Nullable JournalStatus status;
    private volatile @Nullable Consensus consensus;
    private volatile @Nullable SnapshotCopies copies;
    private long unsyncedBytes;

    /**
     * The log is open.
     *
     * @param copying writes copies of the state; null if nobody gets any
     */
    void opened(Consensus group, JournalStatus logStatus, @Nullable SnapshotCopies copying) {
        copies = copying;
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

    /** A snapshot is taken for those who want a copy. A member that stops needs none: its log has everything. */
    @Override
    public SnapshotTarget startSnapshot(long position) {
        SnapshotCopies copying = copies;
        SnapshotTarget wanted = copying == null ? null : copying.start(position);
        return wanted == null ? NO_SNAPSHOT : wanted;
    }

    @Override
    public void copySnapshot(long position, SnapshotReceiver receiver) {
        SnapshotCopies copying = copies;
        if (copying == null) {
            receiver.received(null);
        } else {
            copying.copySnapshot(position, receiver);
        }
    }

    /** The group is closed by the member. */
    @Override
    public void close() {}
}
