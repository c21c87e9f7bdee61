package dev.reeve.journal.local;

import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.PayloadSpill;
import dev.reeve.journal.RecoveryReport;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.local.JournalInspection.EntryConsumer;
import dev.reeve.journal.local.JournalScan.End;
import dev.reeve.journal.local.JournalScan.Used;
import dev.reeve.journal.local.Manifest.SegmentInfo;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import dev.reeve.journal.local.SegmentReader.Tail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A data directory after recovery: read, repaired and ready for appends. Nothing is changed before the whole directory
 * has been read and verified.
 *
 * @param live segment of the next batch; null if a new segment is needed and the disk is full
 */
record RecoveredJournal(
        DataDirectory directory,
        @Nullable Segment live,
        List<Segment> spareSegments,
        boolean marked,
        long bytesAfterSnapshot,
        RecoveryReport report,
        PayloadStore payloads) {
    private static final Logger log = LoggerFactory.getLogger(RecoveredJournal.class);

    static RecoveredJournal open(Disk disk, JournalSettings settings, RecoveryTarget recovery) throws IOException {
        DataDirectory directory = DataDirectory.open(disk, settings);
        try {
            return new Recovery(directory, settings, recovery, openPayloads(directory)).run();
        } catch (UncheckedIOException e) {
            // Whoever applies entries reads of the payload files too.
            directory.close();
            throw e.getCause();
        } catch (IOException | RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    private static PayloadStore openPayloads(DataDirectory directory) throws IOException {
        Manifest manifest = directory.manifest();
        return PayloadStore.open(
                directory.disk(), manifest.directoryId(), manifest.payloads(), LocalPayloads.FILE_BYTES);
    }

    /** The payload files during a recovery. */
    private record Spill(PayloadStore store) implements PayloadSpill {
        @Override
        public List<PayloadPlace> write(List<KeyedPayload> payloads) throws IOException {
            return store.append(payloads);
        }

        @Override
        public byte[] read(PayloadPlace place) throws IOException {
            List<byte[]> read = new ArrayList<>(1);
            store.bytes().read(List.of(place), (from, bytes) -> read.add(bytes));
            return read.get(0);
        }
    }

    /** The steps of a recovery. */
    private static final class Recovery implements EntryConsumer {
        private final DataDirectory directory;
        private final JournalSettings settings;
        private final RecoveryTarget recovery;
        private final Manifest manifest;
        private final PayloadStore payloads;
        private final long startedNanos = System.nanoTime();
        private final long snapshotBytes;
        private final long allBytes;
        private LongSupplier verifiedBytes = () -> 0;
        private long readBytes;
        private long entriesReplayed;

        Recovery(DataDirectory directory, JournalSettings settings, RecoveryTarget recovery, PayloadStore payloads) {
            this.directory = directory;
            this.settings = settings;
            this.recovery = recovery;
            this.payloads = payloads;
            this.manifest = directory.manifest();
            SnapshotInfo snapshot = manifest.snapshot();
            this.snapshotBytes = snapshot == null ? 0 : snapshot.bytes();
            this.allBytes = snapshotBytes
                    + manifest.segments().stream().mapToLong(SegmentInfo::bytes).sum()
                    + manifest.payloads().stream()
                            .mapToLong(PayloadExtent::bytes)
                            .sum();
        }

        RecoveredJournal run() throws IOException {
            recovery.progress(0, allBytes);
            try (PayloadVerification verification =
                    new PayloadVerification(directory.disk(), manifest.directoryId(), manifest.payloads())) {
                return run(verification);
            }
        }

        private RecoveredJournal run(PayloadVerification verification) throws IOException {
            verifiedBytes = verification::verifiedBytes;
            recovery.payloads(new Spill(payloads));
            readSnapshot();
            if (manifest.segments().isEmpty()) {
                verification.await(this::tell);
                settlePayloads();
                directory.deleteOrphans();
                long position = manifest.snapshotPosition();
                Segment first = directory.prepare(settings.segmentBytes(), position);
                return new RecoveredJournal(directory, first, List.of(), true, 0, report(position, 0), payloads);
            }
            End end = new JournalScan(directory.disk(), manifest, this).run();
            verification.await(this::tell);
            settlePayloads();
            directory.deleteOrphans();
            return resume(end);
        }

        /** Notes who refers to which payload now. */
        private void settlePayloads() throws IOException {
            payloads.forgetReferences();
            recovery.forEachPlace(payloads::refer);
            payloads.deleteUnneeded();
        }

        private void readSnapshot() throws IOException {
            SnapshotInfo info = manifest.snapshot();
            if (info == null) {
                return;
            }
            try (SnapshotFileReader reader = new SnapshotFileReader(directory.disk(), manifest.directoryId(), info)) {
                reader.onProgress(this::tell);
                recovery.snapshot(info.position(), reader);
                reader.drain();
            }
        }

        @Override
        public void entry(long position, String segment, int offset, ByteBuffer bytes) throws IOException {
            if (position > manifest.snapshotPosition()) {
                recovery.entryAt(position, segment, offset, bytes);
                entriesReplayed++;
            }
        }

        @Override
        public void scanned(long bytes) {
            tell(snapshotBytes + bytes);
        }

        /** Tells how much has been read besides payloads. */
        private void tell(long bytes) {
            readBytes = bytes;
            tell();
        }

        private void tell() {
            recovery.progress(readBytes + verifiedBytes.getAsLong(), allBytes);
        }

        private RecoveredJournal resume(End end) throws IOException {
            int last = end.used().size() - 1;
            // A segment is synced before the next one gets its first batch. Without that batch the sync is not proved.
            boolean lastIsEmpty = end.last().sequence() == 0;
            Segment live = null;
            List<Segment> spareSegments = new ArrayList<>();
            for (int i = 0; i < manifest.segments().size(); i++) {
                Segment segment = directory.adopt(manifest.segments().get(i));
                if (i > last) {
                    directory.writeTo(segment);
                    spareSegments.add(segment);
                    continue;
                }
                Used used = end.used().get(i);
                if (i == last || (i == last - 1 && lastIsEmpty)) {
                    segment.secure(used.syncedEnd(), used.end());
                }
                if (i == last && !used.isSealed()) {
                    clearTail(segment, end);
                    live = segment;
                }
                segment.resume(used);
                directory.writeTo(segment);
            }
            if (live == null && spareSegments.isEmpty()) {
                live = prepareIfPossible(end.last().lastPosition());
            }
            RecoveryReport report = report(end.last().lastPosition(), end.tail().tornBytes());
            return new RecoveredJournal(
                    directory, live, spareSegments, end.isMarked(), end.bytesAfterSnapshot(), report, payloads);
        }

        private void clearTail(Segment segment, End end) throws IOException {
            Tail tail = end.tail();
            if (!tail.isZero() && (!end.isMarked() || tail.tornBytes() > 0)) {
                segment.zeroFrom(tail.offset());
            }
            if (tail.tornBytes() > 0) {
                log.warn(
                        "{} at offset {}: dropped {} bytes of an unfinished write",
                        directory.disk().describe(segment.info().name()),
                        tail.offset(),
                        tail.tornBytes());
            }
        }

        /** A full disk must not prevent a start: existing jobs can be read and finished. */
        private @Nullable Segment prepareIfPossible(long position) {
            try {
                return directory.prepare(settings.segmentBytes(), position);
            } catch (IOException e) {
                log.warn("cannot prepare a segment in {}, will retry: {}", directory.disk(), e.toString());
                return null;
            }
        }

        private RecoveryReport report(long lastPosition, int tornBytes) {
            long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
            return new RecoveryReport(
                    manifest.snapshotPosition(), entriesReplayed, lastPosition, tornBytes, tookMillis);
        }
    }
}
