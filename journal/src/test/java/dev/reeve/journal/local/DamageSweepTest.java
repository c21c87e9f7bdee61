package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.JournalScan.End;
import dev.reeve.journal.local.Manifest.SegmentInfo;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Small damage of every kind at every place of a journal that ends with a mark, and of a snapshot. The data is read
 * exactly, or rejected with file and offset. By default one bit of every byte is flipped; {@code -Dreeve.damage=1024}
 * flips every bit of that many KiB, and truncates the same range.
 */
class DamageSweepTest {
    private static final int KIB = Integer.getInteger("reeve.damage", 16);
    private static final boolean LARGE = KIB > 16;
    private static final int SEGMENT_BYTES = JournalSettings.SMALLEST_SEGMENT_BYTES;
    private static final int LAST_BYTES = LARGE ? 64 << 10 : 4 << 10;
    private static final int SNAPSHOT_ENTRIES = LARGE ? 1_000 : 50;

    /** Undamaged segments after a damaged one, which show whether the chain is followed. */
    private static final int SEGMENTS_BEHIND = 2;

    private final SimDisk disk = new SimDisk(1);
    private List<byte[]> expected = List.of();
    private Manifest manifest = Manifest.empty(0);
    private long refused;
    private long exact;

    /** Full segments, and a last one that ends with a mark. */
    private void writeJournal(int segments, int segmentBytes) throws IOException {
        JournalSettings settings = JournalSettings.defaults().withSegmentBytes(segmentBytes);
        SteppedJournal stepped = new SteppedJournal(disk, settings);
        int fullBytes = segments * (segmentBytes - Segment.FIRST_BATCH_OFFSET - 700);
        for (int i = 0; written(stepped) < fullBytes; i++) {
            stepped.append("entry " + i + " " + "x".repeat(i % 100));
            if (i % 2 == 0) {
                stepped.settle();
            }
        }
        stepped.journal.close();
        manifest = Objects.requireNonNull(Manifest.load(disk));
        expected = stepped.optionalFields.entries().stream()
                .map(entry -> entry.getBytes(UTF_8))
                .toList();
    }

    private int written(SteppedJournal stepped) {
        return stepped.optionalFields.entries().stream()
                .mapToInt(entry -> entry.length() + 44)
                .sum();
    }

    @Test
    void a_flipped_bit_of_the_journal() throws IOException {
        int segments = (KIB << 10) / SEGMENT_BYTES;
        // An upper estimate of the written bytes.
        writeJournal(segments + segments / 8, SEGMENT_BYTES);
        int used = positionsBefore().length;
        assertThat(used).isGreaterThanOrEqualTo(segments);
        for (int segment = 0; segment < used; segment++) {
            SegmentInfo info = manifest.segments().get(segment);
            Part fromHere = from(segment);
            assertThat(isRefused(fromHere)).isFalse();
            for (int offset = 0; offset < info.bytes(); offset++) {
                for (int bit = LARGE ? 0 : offset % 8; bit <= (LARGE ? 7 : offset % 8); bit++) {
                    disk.flipBit(info.name(), offset, bit);
                    count(isRefused(fromHere));
                    disk.flipBit(info.name(), offset, bit);
                }
            }
        }
        report("flipped bits of a journal");
        assertThat(refused).isGreaterThan(exact);
    }

    @Test
    void a_flipped_bit_or_a_cut_of_a_snapshot() throws IOException {
        SimDisk other = new SimDisk(2);
        SteppedJournal stepped = new SteppedJournal(other, SteppedJournal.SMALL);
        for (int i = 0; i < SNAPSHOT_ENTRIES; i++) {
            stepped.append("entry " + i + " " + "y".repeat(60));
        }
        stepped.settle();
        stepped.optionalFields.snapshot(stepped.journal, SNAPSHOT_ENTRIES);
        stepped.journal.close();
        Manifest named = Objects.requireNonNull(Manifest.load(other));
        SnapshotInfo info = Objects.requireNonNull(named.snapshot());
        byte[] content = other.content(info.name());
        for (int offset = 0; offset < content.length; offset++) {
            for (int bit = 0; bit < 8; bit++) {
                other.flipBit(info.name(), offset, bit);
                assertSnapshotRefused(other, named, info);
                other.flipBit(info.name(), offset, bit);
            }
        }
        for (int length = 0; length < content.length; length++) {
            other.put(info.name(), Arrays.copyOf(content, length));
            assertSnapshotRefused(other, named, info);
        }
        report("flipped bits and cuts of a snapshot");
    }

    private void assertSnapshotRefused(SimDisk other, Manifest named, SnapshotInfo info) throws IOException {
        try (SnapshotFileReader reader = new SnapshotFileReader(other, named.directoryId(), info)) {
            reader.readAllBytes();
            reader.drain();
        } catch (JournalCorruptException e) {
            requireNamed(e);
            count(true);
            return;
        }
        throw new AssertionError("a damaged snapshot was read");
    }

    /** Truncated, or zeros from there on, as a file system may leave it. */
    @Test
    void an_end_that_is_lost() throws IOException {
        writeJournal(1, Math.max(SEGMENT_BYTES, LAST_BYTES));
        int last = positionsBefore().length - 1;
        Part fromHere = from(last);
        String name = manifest.segments().get(last).name();
        byte[] content = disk.content(name);
        for (int from = Math.max(0, content.length - LAST_BYTES); from < content.length; from++) {
            disk.put(name, Arrays.copyOf(content, from));
            assertThat(isRefused(fromHere)).as("cut at %s", from).isTrue();
            count(true);
        }
        int end = content.length;
        while (content[end - 1] == 0) {
            end--;
        }
        long cut = refused;
        for (int from = Math.max(0, end - LAST_BYTES); from < end; from++) {
            disk.put(name, Arrays.copyOf(Arrays.copyOf(content, from), content.length));
            count(isRefused(fromHere));
        }
        report("lost ends of a segment");
        assertThat(refused - cut).isGreaterThan(cut / 2);
    }

    /** The last position before each segment in use. */
    private long[] positionsBefore() throws IOException {
        End end = scan(new Part(manifest, expected.size()));
        List<Long> before = new ArrayList<>(List.of(0L));
        end.used().forEach(used -> before.add(used.lastPosition()));
        return before.subList(0, end.used().size()).stream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** Some segments of the journal, and their last position. */
    private record Part(Manifest manifest, long end) {}

    /** A segment and the following ones, as if a snapshot covered the segments before, which are not damaged here. */
    private Part from(int segment) throws IOException {
        long[] before = positionsBefore();
        int behind = segment + 1 + SEGMENTS_BEHIND;
        boolean toTheEnd = behind >= before.length;
        long covered = before[segment];
        long end = toTheEnd ? expected.size() : before[behind];
        List<SegmentInfo> segments = manifest.segments();
        Manifest named = new Manifest(
                manifest.directoryId(),
                manifest.nextGeneration(),
                Math.min(manifest.syncedPosition(), end),
                covered == 0 ? null : new SnapshotInfo("snapshot", covered, 0, 0),
                segments.subList(segment, toTheEnd ? segments.size() : behind),
                List.of());
        return new Part(named, end);
    }

    private End scan(Part part) throws IOException {
        long[] read = {part.manifest.snapshotPosition()};
        End end = new JournalScan(disk, part.manifest, (position, segment, offset, bytes) -> {
                    byte[] entry = expected.get((int) position - 1);
                    if (position != ++read[0] || !bytes.equals(ByteBuffer.wrap(entry))) {
                        throw new AssertionError("read something else at position " + position);
                    }
                })
                .run();
        if (read[0] != part.end || end.last().lastPosition() != part.end) {
            throw new AssertionError("silent loss after position " + end.last().lastPosition());
        }
        return end;
    }

    private boolean isRefused(Part part) throws IOException {
        try {
            scan(part);
            return false;
        } catch (JournalCorruptException e) {
            requireNamed(e);
            return true;
        }
    }

    private static void requireNamed(JournalCorruptException e) {
        String message = String.valueOf(e.getMessage());
        if (!message.startsWith("sim/") || !message.contains(" at offset " + e.offset())) {
            throw new AssertionError("neither file nor offset in: " + message);
        }
    }

    private void count(boolean isRefused) {
        refused += isRefused ? 1 : 0;
        exact += isRefused ? 0 : 1;
    }

    private void report(String what) {
        System.out.printf("damage: %d %s, %d refused, %d read exactly%n", refused + exact, what, refused, exact);
    }
}
