package dev.reeve.journal.local;

import static dev.reeve.journal.local.WatchedDisk.Kind.CREATE;
import static dev.reeve.journal.local.WatchedDisk.Kind.DELETE;
import static dev.reeve.journal.local.WatchedDisk.Kind.READ;
import static dev.reeve.journal.local.WatchedDisk.Kind.RENAME;
import static dev.reeve.journal.local.WatchedDisk.Kind.SYNC;
import static dev.reeve.journal.local.WatchedDisk.Kind.SYNC_NAMES;
import static dev.reeve.journal.local.WatchedDisk.Kind.WRITE;

import dev.reeve.journal.local.WatchedDisk.Change;
import dev.reeve.journal.local.WatchedDisk.Kind;
import java.nio.ByteBuffer;

/** A file operation of a data directory at which a process can be killed: before, during or after it. */
public enum KillPoint {
    // A batch of entries, and the repair of a torn one at a restart.
    BATCH_WRITE(200, WRITE, "journal-", Content.ENTRIES),
    TAIL_CLEAR(1, WRITE, "journal-", Content.ZEROS),
    BATCH_SYNC(200, SYNC, "journal-", Content.ENTRIES),
    // From one segment to the next.
    SEAL_WRITE(4, WRITE, "journal-", Content.SEAL),
    SEAL_SYNC(4, SYNC, "journal-", Content.SEAL),
    FIRST_BATCH_WRITE(4, WRITE, "journal-", Content.FIRST_ENTRIES),
    // A spare segment.
    SEGMENT_FILL(3, WRITE, "segment.tmp", Content.ZEROS),
    SEGMENT_HEADER(3, WRITE, "segment.tmp", Content.FILE_HEADER),
    SEGMENT_RENAME(3, RENAME, "segment.tmp", Content.ANY),
    // A segment recycled or deleted.
    RECYCLED_HEADER(3, WRITE, "journal-", Content.FILE_HEADER),
    RECYCLED_SYNC(3, SYNC, "journal-", Content.FILE_HEADER),
    RECYCLED_RENAME(3, RENAME, "journal-", Content.ANY),
    SEGMENT_DELETE(1, DELETE, "journal-", Content.ANY),
    // A snapshot.
    SNAPSHOT_CREATE(3, CREATE, "snapshot.tmp", Content.ANY),
    SNAPSHOT_CHUNK(12, WRITE, "snapshot.tmp", Content.ANY),
    SNAPSHOT_SYNC(3, SYNC, "snapshot.tmp", Content.ANY),
    SNAPSHOT_RENAME(3, RENAME, "snapshot.tmp", Content.ANY),
    OLD_SNAPSHOT_DELETE(2, DELETE, "snapshot-", Content.ANY),
    // The manifest.
    MANIFEST_WRITE(6, WRITE, "manifest.tmp", Content.ANY),
    MANIFEST_SYNC(6, SYNC, "manifest.tmp", Content.ANY),
    MANIFEST_RENAME(6, RENAME, "manifest.tmp", Content.ANY),
    NAMES_SYNC(12, SYNC_NAMES, "", Content.ANY),
    // A pause in the load, and the stop.
    MARK_WRITE(1, WRITE, "journal-", Content.MARK),
    CLOSING_MARK_SYNC(1, SYNC, "journal-", Content.MARK),
    // The recovery, and the first batch after it, before the doors open.
    SNAPSHOT_READ(3, READ, "snapshot-", Content.ANY),
    JOURNAL_READ(3, READ, "journal-", Content.ANY),
    START_BATCH_WRITE(1, WRITE, "journal-", Content.ENTRIES),
    START_BATCH_SYNC(1, SYNC, "journal-", Content.ENTRIES),
    // The final snapshot of a clean stop, and the manifest that records it.
    STOP_SNAPSHOT_CHUNK(2, WRITE, "snapshot.tmp", Content.ANY),
    STOP_SNAPSHOT_RENAME(1, RENAME, "snapshot.tmp", Content.ANY),
    STOP_MANIFEST_RENAME(2, RENAME, "manifest.tmp", Content.ANY),
    // A lease that is durable, before its reply is released.
    LEASE_SYNC(1, SYNC, "journal-", Content.ENTRIES);

    private final int often;
    private final Kind kind;
    private final String prefix;
    private final Content content;

    /** The kind of write. */
    private enum Content {
        ANY,
        ZEROS,
        FILE_HEADER,
        FIRST_ENTRIES,
        ENTRIES,
        MARK,
        SEAL;

        private static final int KIND_AT = 28;

        static Content of(Change change) {
            ByteBuffer head = change.head();
            if (head.limit() < Long.BYTES) {
                return ANY;
            }
            if (head.getLong(0) == 0) {
                return ZEROS;
            }
            if (change.offset() == 0) {
                return FILE_HEADER;
            }
            if (head.limit() < BatchHeader.BYTES) {
                return ANY;
            }
            return switch (head.getInt(KIND_AT)) {
                case 0 -> change.offset() == Segment.FIRST_BATCH_OFFSET ? FIRST_ENTRIES : ENTRIES;
                case 1 -> MARK;
                case 2 -> SEAL;
                default -> ANY;
            };
        }
    }

    KillPoint(int often, Kind kind, String prefix, Content content) {
        this.often = often;
        this.kind = kind;
        this.prefix = prefix;
        this.content = content;
    }

    /** An upper bound of its occurrences in a run of a few seconds. */
    public int often() {
        return often;
    }

    /** Whether it occurs during the start, and possibly never again. */
    public boolean isOfStart() {
        return switch (this) {
            case TAIL_CLEAR, SEGMENT_DELETE, SNAPSHOT_READ, JOURNAL_READ, START_BATCH_WRITE, START_BATCH_SYNC -> true;
            default -> false;
        };
    }

    /** Whether it is meant during a clean stop, and ignored before. */
    public boolean isOfStop() {
        return this == STOP_SNAPSHOT_CHUNK || this == STOP_SNAPSHOT_RENAME || this == STOP_MANIFEST_RENAME;
    }

    /** Whether it occurs when the server is idle, and so at a stop at the latest. */
    public boolean isOfEnd() {
        return content == Content.MARK;
    }

    /** Whether it occurs soon after a change of the segment size, and rarely otherwise. */
    public boolean isOfNewSize() {
        return prefix.equals("segment.tmp");
    }

    public boolean isWrite() {
        return kind == WRITE;
    }

    public boolean isAt(Change change) {
        return change.kind() == kind
                && change.name().startsWith(prefix)
                && (content == Content.ANY || content == Content.of(change));
    }
}
