package dev.reeve.journal.local;

import dev.reeve.journal.local.Manifest.SegmentInfo;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a data directory, and the manifest that lists them. Used by the opening thread, then by the housekeeping
 * thread, then by the closing thread.
 *
 * <p>Invariants: a file is complete and durable before a manifest lists it. A file is deleted or recycled only once a
 * manifest without it is durable. If publishing a manifest fails, either the old or the new one may be on disk, and
 * nothing is deleted until a later manifest is published.
 */
final class DataDirectory implements Closeable {
    static final String LOCK = "lock";
    private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);

    private final Disk disk;
    private final Closeable lock;
    private final boolean pastCache;
    private final List<Segment> segments = new ArrayList<>();
    private final Deque<SegmentInfo> recyclable = new ArrayDeque<>();
    private final Set<String> pendingDeletion = new LinkedHashSet<>();
    private Manifest manifest;
    private long nextGeneration;
    private boolean uncertain;

    private DataDirectory(Disk disk, Closeable lock, boolean pastCache, Manifest manifest) {
        this.disk = disk;
        this.lock = lock;
        this.pastCache = pastCache;
        this.manifest = manifest;
        this.nextGeneration = manifest.nextGeneration();
    }

    /** Locks the directory and reads its manifest. An empty directory is initialised. */
    static DataDirectory open(Disk disk, JournalSettings settings) throws IOException {
        Closeable lock = disk.tryLock(LOCK, "process " + ProcessHandle.current().pid());
        if (lock == null) {
            String holder = disk.lockHolder(LOCK);
            throw new DirectoryInUseException(disk.toString(), holder == null ? "another process" : holder);
        }
        try {
            // A visible rename may be one that a killed process did not sync.
            disk.syncDirectory();
            Manifest manifest = Manifest.load(disk);
            if (manifest == null) {
                manifest = Manifest.empty(new SecureRandom().nextLong());
                manifest.publish(disk);
            }
            return new DataDirectory(disk, lock, settings.writesPastCache(), manifest);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    Disk disk() {
        return disk;
    }

    Manifest manifest() {
        return manifest;
    }

    /** Opens a segment of the manifest. Called in manifest order. */
    Segment adopt(SegmentInfo info) throws IOException {
        Segment segment = new Segment(manifest.directoryId(), info, disk.open(info.name()));
        segments.add(segment);
        return segment;
    }

    /** Readies a segment for its next batch. Its file has been repaired. */
    void writeTo(Segment segment) throws IOException {
        if (pastCache) {
            segment.writePastCache(disk);
        }
    }

    boolean hasRecyclable(int bytes) {
        SegmentInfo first = recyclable.peek();
        return first != null && first.bytes() == bytes;
    }

    /** Prepares a segment for use, from a recycled file of this size if there is one. */
    Segment prepare(int bytes, long syncedPosition) throws IOException {
        republishIfUncertain();
        long generation = nextGeneration++;
        SegmentInfo info = new SegmentInfo(Manifest.segmentName(generation), generation, bytes);
        boolean recycled = hasRecyclable(bytes);
        String source = recycled ? recyclable.remove().name() : OrphanFiles.SEGMENT_TEMPORARY;
        // Until a manifest lists the file, a failure makes it obsolete.
        List<String> obsoleteOnFailure = List.of(source, info.name());
        pendingDeletion.addAll(obsoleteOnFailure);
        Segment segment = new Segment(manifest.directoryId(), info, recycled ? disk.open(source) : disk.create(source));
        try {
            segment.prepare(recycled);
            disk.rename(source, info.name());
            disk.syncDirectory();
            writeTo(segment);
            List<SegmentInfo> listed = new ArrayList<>(manifest.segments());
            listed.add(info);
            publish(manifest.snapshot(), listed, syncedPosition);
        } catch (IOException | RuntimeException e) {
            segment.closeFile();
            // Immediately: on a full disk, pending writes wait for this space.
            deletePending();
            throw e;
        }
        obsoleteOnFailure.forEach(pendingDeletion::remove);
        segments.add(segment);
        return segment;
    }

    /** Replaces the previous snapshot by this one, and retires the segments that it covers. */
    void publishSnapshot(SnapshotInfo written, long syncedPosition, List<PayloadExtent> payloads) throws IOException {
        republishIfUncertain();
        String name = Manifest.snapshotName(nextGeneration++);
        SnapshotInfo old = manifest.snapshot();
        pendingDeletion.add(name);
        disk.rename(written.name(), name);
        disk.syncDirectory();
        SnapshotInfo snapshot = new SnapshotInfo(name, written.position(), written.bytes(), written.crc());
        List<Segment> covered = covered(written.position());
        publish(snapshot, namesWithout(covered), syncedPosition, payloads);
        pendingDeletion.remove(name);
        if (old != null) {
            pendingDeletion.add(old.name());
        }
        retire(covered);
    }

    /** Retires segments that the snapshot covers and that were sealed after it was published. */
    void retireCovered(long syncedPosition) throws IOException {
        List<Segment> covered = covered(manifest.snapshotPosition());
        if (!covered.isEmpty()) {
            republishIfUncertain();
            publish(manifest.snapshot(), namesWithout(covered), syncedPosition);
            retire(covered);
        }
    }

    private List<Segment> covered(long position) {
        return segments.stream()
                .filter(segment -> segment.isSealed() && segment.lastPosition() <= position)
                .toList();
    }

    private List<SegmentInfo> namesWithout(List<Segment> excluded) {
        return segments.stream()
                .filter(segment -> !excluded.contains(segment))
                .map(Segment::info)
                .toList();
    }

    private void retire(List<Segment> covered) {
        segments.removeAll(covered);
        covered.forEach(segment -> recyclable.add(segment.info()));
        deletePending();
    }

    /** Deletes recyclable files that have another size or exceed the count. */
    void keepRecyclable(int bytes, long count) {
        List<SegmentInfo> kept = recyclable.stream()
                .filter(info -> info.bytes() == bytes)
                .limit(count)
                .toList();
        recyclable.stream().filter(info -> !kept.contains(info)).forEach(info -> pendingDeletion.add(info.name()));
        recyclable.retainAll(kept);
        deletePending();
    }

    private void republishIfUncertain() throws IOException {
        if (uncertain) {
            publish(manifest.snapshot(), manifest.segments(), manifest.syncedPosition());
        }
        deletePending();
    }

    private void publish(@Nullable SnapshotInfo snapshot, List<SegmentInfo> named, long syncedPosition)
            throws IOException {
        publish(snapshot, named, syncedPosition, manifest.payloads());
    }

    private void publish(
            @Nullable SnapshotInfo snapshot, List<SegmentInfo> named, long syncedPosition, List<PayloadExtent> payloads)
            throws IOException {
        Manifest next = new Manifest(manifest.directoryId(), nextGeneration, syncedPosition, snapshot, named, payloads);
        uncertain = true;
        next.publish(disk);
        uncertain = false;
        manifest = next;
    }

    /** Deletes nothing while either of two manifests may be on disk. */
    private void deletePending() {
        if (uncertain) {
            return;
        }
        for (String name : List.copyOf(pendingDeletion)) {
            try {
                disk.delete(name);
                pendingDeletion.remove(name);
            } catch (IOException e) {
                log.warn("cannot delete obsolete file {}, will retry: {}", disk.describe(name), e.toString());
            }
        }
    }

    /** Deletes orphaned files of a crash: files that no manifest lists. */
    void deleteOrphans() throws IOException {
        List<String> orphans = OrphanFiles.find(disk, manifest);
        if (!orphans.isEmpty()) {
            log.info("deleting orphaned files from {}: {}", disk, orphans);
            pendingDeletion.addAll(orphans);
            deletePending();
        }
    }

    /** Records the synced position in the manifest. */
    void recordSynced(long syncedPosition) throws IOException {
        publish(manifest.snapshot(), manifest.segments(), syncedPosition);
    }

    /** Deletes the files that no manifest lists, so that after a clean stop every file is in use. */
    void deleteUnlisted() {
        recyclable.forEach(info -> pendingDeletion.add(info.name()));
        recyclable.clear();
        deletePending();
    }

    @Override
    public void close() throws IOException {
        try {
            for (Segment segment : segments) {
                segment.closeFile();
            }
        } finally {
            lock.close();
        }
    }
}
