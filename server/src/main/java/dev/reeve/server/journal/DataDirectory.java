package dev.reeve.server.journal;

import dev.reeve.server.journal.Manifest.SegmentInfo;
import dev.reeve.server.journal.Manifest.SnapshotInfo;
import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a data directory and the manifest that names them. Used by the opening thread, then by the housekeeping
 * thread, then by the closing one.
 *
 * <p>A file is complete and durable before a manifest names it, and is deleted or recycled only after a manifest that
 * does not name it is durable. When publishing a manifest fails, either the old or the new one may be on the disk; then
 * nothing is deleted until a later one has been published.
 */
final class DataDirectory implements Closeable {
    static final String SNAPSHOT_TEMPORARY = "snapshot.tmp";
    private static final String SEGMENT_TEMPORARY = "segment.tmp";
    private static final Set<String> TEMPORARIES = Set.of(SNAPSHOT_TEMPORARY, SEGMENT_TEMPORARY, Manifest.TEMPORARY);
    private static final String LOCK = "lock";
    private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);

    private final Disk disk;
    private final Closeable lock;
    private final List<Segment> segments = new ArrayList<>();
    private final Deque<SegmentInfo> recyclable = new ArrayDeque<>();
    private final Set<String> doomed = new LinkedHashSet<>();
    private Manifest manifest;
    private long nextGeneration;
    private boolean uncertain;

    private DataDirectory(Disk disk, Closeable lock, Manifest manifest) {
        this.disk = disk;
        this.lock = lock;
        this.manifest = manifest;
        this.nextGeneration = manifest.nextGeneration();
    }

    /** Locks the directory and reads its manifest; an empty directory becomes a new one. */
    static DataDirectory open(Disk disk) throws IOException {
        Closeable lock = disk.tryLock(LOCK, "process " + ProcessHandle.current().pid());
        if (lock == null) {
            String holder = disk.lockHolder(LOCK);
            throw new DirectoryInUseException(disk.toString(), holder == null ? "another process" : holder);
        }
        try {
            // What can be seen may be a rename that a killed process did not live to sync.
            disk.syncDirectory();
            Manifest manifest = requireManifest(disk);
            if (manifest == null) {
                manifest = Manifest.empty(new SecureRandom().nextLong());
                manifest.publish(disk);
            }
            return new DataDirectory(disk, lock, manifest);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The manifest, or null if the directory is new: a manifest is the first file made and never deleted. */
    static @Nullable Manifest requireManifest(Disk disk) throws IOException {
        Manifest manifest = Manifest.load(disk);
        if (manifest == null) {
            for (String name : disk.list()) {
                if (OrphanFiles.isOneOfOurs(name)) {
                    throw new JournalCorruptException(
                            disk.describe(Manifest.FILE), 0, "is missing, though there is " + name);
                }
            }
        }
        return manifest;
    }

    static @Nullable String holder(Disk disk) throws IOException {
        return disk.lockHolder(LOCK);
    }

    Disk disk() {
        return disk;
    }

    Manifest manifest() {
        return manifest;
    }

    /** Opens a segment that the manifest names, in the order of the manifest. */
    Segment adopt(SegmentInfo info) throws IOException {
        Segment segment = new Segment(manifest.directoryId(), info, disk.open(info.name()));
        segments.add(segment);
        return segment;
    }

    boolean hasRecyclable(int bytes) {
        SegmentInfo first = recyclable.peek();
        return first != null && first.bytes() == bytes;
    }

    /** Makes a segment ready for use, out of a recycled file if there is one of that size. */
    Segment prepare(int bytes, long syncedPosition) throws IOException {
        settle();
        long generation = nextGeneration++;
        SegmentInfo info = new SegmentInfo(Manifest.segmentName(generation), generation, bytes);
        DiskFile file = hasRecyclable(bytes) ? recycle(recyclable.remove(), info) : create(info);
        try {
            List<SegmentInfo> named = new ArrayList<>(manifest.segments());
            named.add(info);
            publish(manifest.snapshot(), named, syncedPosition);
        } catch (IOException | RuntimeException e) {
            file.close();
            doomed.add(info.name());
            throw e;
        }
        Segment segment = new Segment(manifest.directoryId(), info, file);
        segments.add(segment);
        return segment;
    }

    private DiskFile create(SegmentInfo info) throws IOException {
        DiskFile file = disk.create(SEGMENT_TEMPORARY);
        try {
            ZeroFill.write(file, 0, info.bytes());
            return finish(file, SEGMENT_TEMPORARY, info, false);
        } catch (IOException | RuntimeException e) {
            file.close();
            // At once: on a full disk this is the space that everybody waits for.
            doomed.add(SEGMENT_TEMPORARY);
            deleteDoomed();
            throw e;
        }
    }

    private DiskFile recycle(SegmentInfo old, SegmentInfo info) throws IOException {
        doomed.add(old.name());
        DiskFile file = disk.open(old.name());
        try {
            DiskFile finished = finish(file, old.name(), info, true);
            doomed.remove(old.name());
            return finished;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private DiskFile finish(DiskFile file, String name, SegmentInfo info, boolean recycled) throws IOException {
        SegmentHeader header = new SegmentHeader(manifest.directoryId(), info.generation(), info.bytes(), recycled);
        file.writeFully(header.block(), 0);
        file.sync();
        // Under its new name until a manifest has it: rubbish if anything fails from here on.
        doomed.add(info.name());
        disk.rename(name, info.name());
        disk.syncDirectory();
        doomed.remove(info.name());
        return file;
    }

    /** Puts the written snapshot in the place of the previous one, and gives up the segments that it covers. */
    void publishSnapshot(SnapshotInfo written, long syncedPosition) throws IOException {
        settle();
        String name = Manifest.snapshotName(nextGeneration++);
        SnapshotInfo old = manifest.snapshot();
        doomed.add(name);
        disk.rename(written.name(), name);
        disk.syncDirectory();
        SnapshotInfo snapshot = new SnapshotInfo(name, written.position(), written.bytes(), written.crc());
        List<Segment> covered = covered(written.position());
        publish(snapshot, namesWithout(covered), syncedPosition);
        doomed.remove(name);
        if (old != null) {
            doomed.add(old.name());
        }
        retire(covered);
    }

    /** Gives up segments that the snapshot covers and that were sealed since it was published. */
    void retireCovered(long syncedPosition) throws IOException {
        List<Segment> covered = covered(manifest.snapshotPosition());
        if (!covered.isEmpty()) {
            settle();
            publish(manifest.snapshot(), namesWithout(covered), syncedPosition);
            retire(covered);
        }
    }

    private List<Segment> covered(long position) {
        return segments.stream()
                .filter(segment -> segment.isSealed() && segment.lastPosition() <= position)
                .toList();
    }

    private List<SegmentInfo> namesWithout(List<Segment> left) {
        return segments.stream()
                .filter(segment -> !left.contains(segment))
                .map(Segment::info)
                .toList();
    }

    private void retire(List<Segment> covered) {
        segments.removeAll(covered);
        covered.forEach(segment -> recyclable.add(segment.info()));
        deleteDoomed();
    }

    /** Deletes recyclable files that are not of this size, and those above the count. */
    void keepRecyclable(int bytes, long count) {
        List<SegmentInfo> kept = recyclable.stream()
                .filter(info -> info.bytes() == bytes)
                .limit(count)
                .toList();
        recyclable.stream().filter(info -> !kept.contains(info)).forEach(info -> doomed.add(info.name()));
        recyclable.retainAll(kept);
        if (!uncertain) {
            deleteDoomed();
        }
    }

    private void settle() throws IOException {
        if (uncertain) {
            publish(manifest.snapshot(), manifest.segments(), manifest.syncedPosition());
        }
        deleteDoomed();
    }

    private void publish(@Nullable SnapshotInfo snapshot, List<SegmentInfo> named, long syncedPosition)
            throws IOException {
        Manifest next = new Manifest(manifest.directoryId(), nextGeneration, syncedPosition, snapshot, named);
        uncertain = true;
        next.publish(disk);
        uncertain = false;
        manifest = next;
    }

    private void deleteDoomed() {
        for (String name : List.copyOf(doomed)) {
            try {
                disk.delete(name);
                doomed.remove(name);
            } catch (IOException e) {
                log.warn("{} is not needed any more, but cannot be deleted yet: {}", disk.describe(name), e.toString());
            }
        }
    }

    /** Deletes what a crash left behind: files that were never named, or are not any more. */
    void deleteStrays() throws IOException {
        List<String> orphanFiles = orphanFiles(disk, manifest);
        if (!orphanFiles.isEmpty()) {
            log.info("deleting from {} what a crash left behind: {}", disk, orphanFiles);
            doomed.addAll(orphanFiles);
            deleteDoomed();
        }
    }

    /** Files that are of no use; one that is not named but may be of value is an error. */
    static List<String> orphanFiles(Disk disk, Manifest manifest) throws IOException {
        Set<String> named = new HashSet<>();
        manifest.segments().forEach(info -> named.add(info.name()));
        SnapshotInfo snapshot = manifest.snapshot();
        if (snapshot != null) {
            named.add(snapshot.name());
        }
        List<String> orphanFiles = new ArrayList<>();
        for (String name : disk.list()) {
            if (TEMPORARIES.contains(name)) {
                orphanFiles.add(name);
            } else if (OrphanFiles.isOneOfOurs(name) && !named.contains(name)) {
                OrphanFiles.refuseIfOfValue(disk, manifest, name);
                orphanFiles.add(name);
            }
        }
        return orphanFiles;
    }

    /** Notes how far the journal was durable at the end. */
    void noteSynced(long syncedPosition) throws IOException {
        publish(manifest.snapshot(), manifest.segments(), syncedPosition);
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
