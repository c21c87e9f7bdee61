package dev.reeve.server.journal;

import dev.reeve.server.journal.JournalScan.End;
import dev.reeve.server.journal.Manifest.SnapshotInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Looks at a data directory from outside. It changes nothing and does not need the lock. */
public final class JournalInspection {
    private final Disk disk;

    public JournalInspection(Disk disk) {
        this.disk = disk;
    }

    /**
     * What a data directory holds.
     *
     * @param problems what would keep the server from starting, each naming file and offset; empty if it would start
     * @param heldBy who has the directory open, null if nobody; then what is being written may look unfinished
     * @param isMarked the end is closed by a mark, so that damage to any entry would be noticed
     * @param tornBytes bytes of an unfinished write, which the next start will drop
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

    /** Takes the entries of a dump. */
    public interface EntryConsumer {
        /** The buffer is valid during the call only. */
        void entry(long position, String segmentFile, int offset, ByteBuffer bytes) throws IOException;
    }

    /** Reads and verifies everything. */
    public Report check() throws IOException {
        String heldBy = DataDirectory.holder(disk);
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
                end = manifest.segments().isEmpty() ? null : scan(manifest, entries);
                DataDirectory.orphanFiles(disk, manifest);
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
                end == null ? 0 : end.lastPosition(),
                end != null && end.marked(),
                end == null ? 0 : end.tail().tornBytes());
    }

    private End scan(Manifest manifest, AtomicLong entries) throws IOException {
        return new JournalScan(disk, manifest, (position, segment, offset, bytes) -> entries.incrementAndGet()).run();
    }

    /** Hands over every entry there is in order, also those that the snapshot covers. */
    public void dump(EntryConsumer consumer) throws IOException {
        Manifest manifest = manifest();
        if (!manifest.segments().isEmpty()) {
            new JournalScan(disk, manifest, consumer::entry).run();
        }
    }

    private Manifest manifest() throws IOException {
        Manifest manifest = DataDirectory.requireManifest(disk);
        if (manifest == null) {
            throw new JournalCorruptException(disk.describe(Manifest.FILE), 0, "is missing: this is no data directory");
        }
        return manifest;
    }

    private void checkSnapshot(Manifest manifest) throws IOException {
        SnapshotInfo info = manifest.snapshot();
        if (info != null) {
            try (SnapshotFileReader reader = SnapshotFileReader.open(disk, manifest.directoryId(), info)) {
                reader.drain();
            }
        }
    }
}
