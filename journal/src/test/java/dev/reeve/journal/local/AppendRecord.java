package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reeve.journal.Journal;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.SnapshotTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A minimal state: the list of all entries so far, which is also its snapshot. So the recovered state can be compared
 * with the appended entries, for any combination of snapshot and entries.
 */
final class AppendRecord implements RecoveryTarget {
    private static final int LONG_BYTES = 1000;

    private final List<String> entries = new ArrayList<>();

    @Override
    public void snapshot(long position, InputStream bytes) throws IOException {
        String text = new String(bytes.readAllBytes(), UTF_8);
        text.lines().forEach(entries::add);
        if (entries.size() != position) {
            throw new IllegalStateException("expected " + position + " entries, but got " + entries.size());
        }
    }

    @Override
    public void entry(long position, ByteBuffer bytes) {
        entries.add(UTF_8.decode(bytes).toString());
        if (entries.size() != position) {
            throw new IllegalStateException("expected position " + entries.size() + ", but got " + position);
        }
    }

    List<String> entries() {
        return entries;
    }

    /** Appends and applies an entry; a long one in pieces. */
    long append(Journal journal, String entry) {
        byte[] bytes = entry.getBytes(UTF_8);
        entries.add(entry);
        if (bytes.length < LONG_BYTES) {
            return journal.append(bytes, 0, bytes.length);
        }
        int cut = bytes.length / 3;
        return journal.append(List.of(
                ByteBuffer.wrap(bytes, 0, cut),
                ByteBuffer.wrap(bytes, cut, 1),
                ByteBuffer.wrap(bytes, cut + 1, bytes.length - cut - 1)));
    }

    /** Writes a snapshot of the first entries in one chunk. */
    SnapshotTarget snapshot(Journal journal, int position) {
        SnapshotTarget target = journal.startSnapshot(position);
        byte[] bytes = lines(entries.subList(0, position));
        target.write(bytes, bytes.length);
        target.finish();
        return target;
    }

    static byte[] lines(List<String> entries) {
        StringBuilder text = new StringBuilder();
        entries.forEach(entry -> text.append(entry).append('\n'));
        return text.toString().getBytes(UTF_8);
    }
}
