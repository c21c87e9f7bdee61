package dev.reeve.journal;

/** The figures of a journal for metrics and readiness. Safe from any thread, unless stated otherwise. */
public interface JournalStatus {
    /** Bytes written since the journal was opened. */
    long writtenBytes();

    /** Journal bytes after the last snapshot that was written since the journal was opened. */
    long bytesSinceSnapshot();

    /** Bytes of entries that were appended and may not be answered yet. */
    long unsyncedBytes();

    /** How long the current write or sync has been running; 0 if there is none. */
    long busyNanos();

    /** The writes that the disk space allows. */
    WriteAdmission room();

    /** Whether {@link #room} is limited for another reason than lack of space. */
    boolean hasFault();

    /** The free disk space at the last measurement; {@link Long#MAX_VALUE} before the first. */
    long freeBytes();

    /** The free disk space below which commands that add data are refused. */
    long neededBytes();

    /** What was found when the journal was opened. */
    RecoveryReport recovered();

    /** Whether a snapshot written since the journal was opened contains all entries. Loop, or after the close. */
    boolean isInSnapshot();
}
