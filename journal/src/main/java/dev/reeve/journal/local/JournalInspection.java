package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.JournalScan.End;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Read-only checks of a data directory, without its lock. */
public final class JournalInspection {
    private final Disk disk;

    public JournalInspection(Disk disk) {
        this.disk = disk;
    }

    /**
     * The result of a check.
     *
     * @param problems reasons why the server would not start, each with file and offset; empty if it would start
     * @param heldBy the process that has the directory open, null if there is none; its current writes may look torn
     * @param isMarked the journal ends with a mark, so damage to any entry would be detected
     * @param tornBytes bytes of a torn write, which the next start drops
     */
    public record Report(
            List<String> problems,
            @Nullable String heldBy,
            int segments,
            long batches,
            long entries,
            long snapshotPosition,
            long lastPosition,
            boolean isMarked,
            int tornBytes) {
        public boolean isSound() {
            return problems.isEmpty();
        }
    }

    /** Receives every entry of the journal in order, including entries that the snapshot covers. */
    public interface EntryConsumer {
        /** The buffer is valid only during the call. */
        void entry(long position, String segmentFile, int offset, ByteBuffer bytes) throws IOException;

        /** Reports how many bytes of the segments have been read. */
        default void scanned(long bytes) {}
    }

    /** Reads and verifies everything. */
    public Report check() throws IOException {
        String heldBy = disk.lockHolder(DataDirectory.LOCK);
        List<String> problems = new ArrayList<>();
        AtomicLong entries = new AtomicLong();
        Manifest manifest = null;
        End end = null;
        try {
            manifest = manifest();
            checkSnapshot(manifest);
        } catch (JournalCorruptException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        if (manifest != null) {
            try {
                if (!manifest.segments().isEmpty()) {
                    end = new JournalScan(disk, manifest, (position, file, offset, bytes) -> entries.incrementAndGet())
                            .run();
                }
                OrphanFiles.find(disk, manifest);
            } catch (JournalCorruptException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        return new Report(
                List.copyOf(problems),
                heldBy,
                manifest == null ? 0 : manifest.segments().size(),
                end == null ? 0 : end.batches(),
                entries.get(),
                manifest == null ? 0 : manifest.snapshotPosition(),
                end != null ? end.last().lastPosition() : manifest == null ? 0 : manifest.snapshotPosition(),
                end != null && end.isMarked(),
                end == null ? 0 : end.tail().tornBytes());
    }

    /** Reads all entries. */
    public void dump(EntryConsumer consumer) throws IOException {
        Manifest manifest = manifest();
        if (!manifest.segments().isEmpty()) {
            new JournalScan(disk, manifest, consumer).run();
        }
    }

    private Manifest manifest() throws IOException {
        Manifest manifest = Manifest.load(disk);
        if (manifest == null) {
            throw new JournalCorruptException(
                    disk.describe(Manifest.FILE), 0, "is missing: this is not a data directory");
        }
        return manifest;
    }

    private void checkSnapshot(Manifest manifest) throws IOException {
        SnapshotInfo info = manifest.snapshot();
        if (info != null) {
            try (SnapshotFileReader reader = new SnapshotFileReader(disk, manifest.directoryId(), info)) {
                reader.drain();
            }
        }
        PayloadStore.verify(disk, manifest.directoryId(), manifest.payloads());
    }
}
