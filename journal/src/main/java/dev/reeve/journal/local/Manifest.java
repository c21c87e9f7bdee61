package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.FileHeader.FileType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The list of the files of a data directory, replaced atomically. A file that is not listed is obsolete, a listed file
 * has to exist.
 *
 * @param nextGeneration above every generation used so far
 * @param syncedPosition entries up to here were durable when the manifest was written, so a journal that ends earlier
 *     is damaged
 * @param segments in the order of their generations, which is the order of use
 * @param payloads the parts of payload files that the snapshot may refer to
 */
record Manifest(
        long directoryId,
        long nextGeneration,
        long syncedPosition,
        @Nullable SnapshotInfo snapshot,
        List<SegmentInfo> segments,
        List<PayloadExtent> payloads) {
    static final String FILE = "manifest";
    private static final String SEGMENT_PREFIX = "journal-";
    private static final String SEGMENT_SUFFIX = ".seg";
    private static final String SNAPSHOT_PREFIX = "snapshot-";
    private static final String SNAPSHOT_SUFFIX = ".snap";
    static final String TEMPORARY = "manifest.tmp";
    private static final String TITLE = "reeve-journal 1";
    private static final int MAX_BYTES = 16 << 20;

    record SegmentInfo(String name, long generation, int bytes) {}

    record SnapshotInfo(String name, long position, long bytes, int crc) {}

    Manifest {
        segments = List.copyOf(segments);
        payloads = List.copyOf(payloads);
    }

    static Manifest empty(long directoryId) {
        return new Manifest(directoryId, 1, 0, null, List.of(), List.of());
    }

    long snapshotPosition() {
        return snapshot == null ? 0 : snapshot.position;
    }

    boolean lists(String name) {
        return (snapshot != null && snapshot.name.equals(name))
                || segments.stream().anyMatch(segment -> segment.name.equals(name));
    }

    /** Zero-padded, as all names, so that a directory listing is in the order of use. */
    static String segmentName(long generation) {
        return String.format(Locale.ROOT, "%s%010d%s", SEGMENT_PREFIX, generation, SEGMENT_SUFFIX);
    }

    /** The generation in the name of a segment. */
    static long generationOf(String segmentName) {
        String digits = segmentName.substring(SEGMENT_PREFIX.length(), segmentName.length() - SEGMENT_SUFFIX.length());
        return Long.parseLong(digits);
    }

    static String snapshotName(long generation) {
        return String.format(Locale.ROOT, "%s%010d%s", SNAPSHOT_PREFIX, generation, SNAPSHOT_SUFFIX);
    }

    /** The type of a file of the journal; null if the name is not one of a segment or snapshot. */
    static @Nullable FileType typeOf(String name) {
        if (name.startsWith(SEGMENT_PREFIX) && name.endsWith(SEGMENT_SUFFIX)) {
            return FileType.SEGMENT;
        }
        return name.startsWith(SNAPSHOT_PREFIX) && name.endsWith(SNAPSHOT_SUFFIX) ? FileType.SNAPSHOT : null;
    }

    void publish(Disk disk) throws IOException {
        try (DiskFile file = disk.create(TEMPORARY)) {
            file.writeFully(ByteBuffer.wrap(text().getBytes(UTF_8)), 0);
            file.sync();
        }
        disk.rename(TEMPORARY, FILE);
        disk.syncDirectory();
    }

    /** The manifest, or null if the directory is new: the manifest is the first file created and is never deleted. */
    static @Nullable Manifest load(Disk disk) throws IOException {
        if (!disk.exists(FILE)) {
            for (String name : disk.list()) {
                if (typeOf(name) != null || PayloadExtent.numberOf(name) != 0) {
                    throw damaged(disk, "is missing, but " + name + " exists");
                }
            }
            return null;
        }
        try (DiskFile file = disk.open(FILE)) {
            long size = file.size();
            if (size > MAX_BYTES) {
                throw damaged(disk, "is too large: " + size + " bytes");
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            file.readFully(bytes, 0);
            return parse(disk, UTF_8.decode(bytes).toString());
        }
    }

    private String text() {
        List<String> lines = new ArrayList<>();
        lines.add(TITLE);
        lines.add("directory " + hex(directoryId, 16));
        lines.add("next-generation " + nextGeneration);
        lines.add("synced " + syncedPosition);
        if (snapshot != null) {
            String crc = hex(snapshot.crc, 8);
            lines.add("snapshot " + snapshot.name + " " + snapshot.position + " " + snapshot.bytes + " " + crc);
        }
        for (SegmentInfo segment : segments) {
            lines.add("segment " + segment.name + " " + segment.generation + " " + segment.bytes);
        }
        for (PayloadExtent payload : payloads) {
            lines.add("payloads " + payload.number() + " " + payload.bytes());
        }
        String text = String.join("\n", lines) + "\n";
        return text + checksumLine(text);
    }

    private static String hex(long value, int digits) {
        return HexFormat.of().toHexDigits(value, digits);
    }

    private static String checksumLine(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(UTF_8));
        return "crc32c " + hex(crc.getValue(), 8) + "\n";
    }

    private static Manifest parse(Disk disk, String text) throws JournalCorruptException {
        int last = text.lastIndexOf("crc32c ");
        if (last < 0 || !text.substring(last).equals(checksumLine(text.substring(0, last)))) {
            throw damaged(disk, "is damaged: its checksum does not match");
        }
        try {
            return parse(text.substring(0, last).lines().toList());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw damaged(disk, "cannot be parsed: " + e.getMessage());
        }
    }

    private static Manifest parse(List<String> lines) {
        if (!lines.get(0).equals(TITLE)) {
            throw new IllegalArgumentException("expected \"" + TITLE + "\", but it begins with " + lines.get(0));
        }
        long directoryId = Long.parseUnsignedLong(value("directory", lines.get(1)), 16);
        long nextGeneration = count(value("next-generation", lines.get(2)));
        long synced = count(value("synced", lines.get(3)));
        SnapshotInfo snapshot = null;
        List<SegmentInfo> segments = new ArrayList<>();
        List<PayloadExtent> payloads = new ArrayList<>();
        for (String line : lines.subList(4, lines.size())) {
            String[] words = line.split(" ", -1);
            if (words[0].equals("snapshot") && words.length == 5 && snapshot == null) {
                snapshot = snapshot(words);
            } else if (words[0].equals("segment") && words.length == 4) {
                segments.add(segment(words));
            } else if (words[0].equals("payloads") && words.length == 3 && snapshot != null) {
                payloads.add(payloads(words, payloads));
            } else {
                throw new IllegalArgumentException("\"" + line + "\"");
            }
        }
        requireOrder(segments, nextGeneration);
        return new Manifest(directoryId, nextGeneration, synced, snapshot, segments, payloads);
    }

    private static String value(String key, String line) {
        String[] words = line.split(" ", -1);
        require(words.length == 2 && words[0].equals(key), "expected " + key + ", but found \"" + line + "\"");
        return words[1];
    }

    private static long count(String text) {
        long number = Long.parseLong(text);
        require(number >= 0, "expected a number from 0, but found " + text);
        return number;
    }

    private static SnapshotInfo snapshot(String[] words) {
        boolean named = typeOf(words[1]) == FileType.SNAPSHOT && words[1].indexOf('/') < 0;
        require(named, "\"" + words[1] + "\" is not a snapshot name");
        return new SnapshotInfo(words[1], count(words[2]), count(words[3]), Integer.parseUnsignedInt(words[4], 16));
    }

    private static SegmentInfo segment(String[] words) {
        SegmentInfo segment = new SegmentInfo(words[1], count(words[2]), Integer.parseInt(words[3]));
        require(
                segment.name.equals(segmentName(segment.generation)),
                "\"" + segment.name + "\" is not the name of generation " + segment.generation);
        boolean largeEnough = segment.bytes >= Segment.FIRST_BATCH_OFFSET + BatchHeader.BYTES;
        require(
                largeEnough && segment.bytes % BatchHeader.ALIGNMENT == 0,
                segment.name + " cannot have " + segment.bytes + " bytes");
        return segment;
    }

    private static PayloadExtent payloads(String[] words, List<PayloadExtent> before) {
        long bytes = count(words[2]);
        long last = before.isEmpty() ? 0 : before.get(before.size() - 1).number();
        PayloadExtent extent = new PayloadExtent(count(words[1]), (int) bytes);
        require(
                bytes >= PayloadRecord.FIRST_OFFSET && bytes <= Integer.MAX_VALUE,
                extent.name() + " cannot have " + bytes + " bytes");
        require(extent.number() > last, extent.name() + " is out of order");
        return extent;
    }

    private static void requireOrder(List<SegmentInfo> segments, long nextGeneration) {
        long last = 0;
        for (SegmentInfo segment : segments) {
            require(
                    segment.generation > last && segment.generation < nextGeneration,
                    segment.name + " is out of order");
            last = segment.generation;
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    private static JournalCorruptException damaged(Disk disk, String problem) {
        return new JournalCorruptException(disk.describe(FILE), 0, problem);
    }
}
