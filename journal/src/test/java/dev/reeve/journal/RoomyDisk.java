package dev.reeve.journal;

/** The figures of a disk with room. */
public final class RoomyDisk implements JournalStatus {
    @Override
    public long writtenBytes() {
        return 0;
    }

    @Override
    public long bytesSinceSnapshot() {
        return 0;
    }

    @Override
    public long unsyncedBytes() {
        return 0;
    }

    @Override
    public long busyNanos() {
        return 0;
    }

    @Override
    public WriteAdmission room() {
        return WriteAdmission.AMPLE;
    }

    @Override
    public boolean hasFault() {
        return false;
    }

    @Override
    public long freeBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public long neededBytes() {
        return 0;
    }

    @Override
    public RecoveryReport recovered() {
        return new RecoveryReport(0, 0, 0, 0, 0);
    }

    @Override
    public boolean isInSnapshot() {
        return false;
    }
}
