package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.PayloadPlace;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads payloads back from their files, with files of its own, so that reading does not wait for a sync. Any thread; one read at a
 * time. Every payload is verified before it is returned.
 */
final class PayloadBytes implements Closeable {
    private static final int MAX_OPEN_FILES = 16;
    /** Neighbours are read at once. A small gap costs less than another read. */
    private static final int MAX_GAP_BYTES = 4 << 10;

    private static final int MAX_RUN_BYTES = 1 << 20;

    private final Disk disk;
    private final long directoryId;
    /** The file that was used longest ago comes first. */
    private final Map<Long, DiskFile> open = new LinkedHashMap<>(MAX_OPEN_FILES, 0.75f, true);

    /** Receives payloads. */
    interface Receiver {
        void payload(PayloadPlace place, byte[] bytes);
    }

    PayloadBytes(Disk disk, long directoryId) {
        this.disk = disk;
        this.directoryId = directoryId;
    }

    /** Reads the payloads of these places, which arrive in the order of the files. */
    void read(Collection<PayloadPlace> places, Receiver receiver) throws IOException {
        List<PayloadPlace> sorted =
                places.stream().sorted(PayloadPlace.ORDER).distinct().toList();
        int from = 0;
        while (from < sorted.size()) {
            int to = runEnd(sorted, from);
            readRun(sorted.subList(from, to), receiver);
            from = to;
        }
    }

    private static int runEnd(List<PayloadPlace> sorted, int from) {
        PayloadPlace first = sorted.get(from);
        long end = first.end();
        int to = from + 1;
        while (to < sorted.size() && joins(first, end, sorted.get(to))) {
            end = sorted.get(to).end();
            to++;
        }
        return to;
    }

    private static boolean joins(PayloadPlace first, long end, PayloadPlace next) {
        return next.file() == first.file()
                && next.offset() - end <= MAX_GAP_BYTES
                && next.end() - first.offset() <= MAX_RUN_BYTES;
    }

    private void readRun(List<PayloadPlace> run, Receiver receiver) throws IOException {
        PayloadPlace first = run.get(0);
        int count = (int) (run.get(run.size() - 1).end() - first.offset());
        ByteBuffer bytes = bytesAt(first, count);
        for (PayloadPlace place : run) {
            int at = place.offset() - first.offset();
            boolean complete = at + place.recordBytes() <= bytes.limit();
            if (!complete || !PayloadRecord.isValid(bytes, at, directoryId, place)) {
                throw new JournalCorruptException(
                        disk.describe(PayloadExtent.nameOf(place.file())), place.offset(), "a payload is damaged");
            }
            byte[] payload = new byte[place.length()];
            PayloadRecord.payload(bytes, at).get(payload);
            receiver.payload(place, payload);
        }
    }

    private synchronized ByteBuffer bytesAt(PayloadPlace first, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        file(first.file()).readFully(bytes, first.offset());
        return bytes;
    }

    private DiskFile file(long number) throws IOException {
        DiskFile known = open.get(number);
        if (known != null) {
            return known;
        }
        if (open.size() == MAX_OPEN_FILES) {
            closeFile(open.keySet().iterator().next());
        }
        DiskFile opened = disk.open(PayloadExtent.nameOf(number));
        open.put(number, opened);
        return opened;
    }

    /** The file will not be read any more: an open file would keep its disk space. */
    synchronized void closeFile(long number) throws IOException {
        DiskFile known = open.remove(number);
        if (known != null) {
            known.close();
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (long number : List.copyOf(open.keySet())) {
            closeFile(number);
        }
    }
}
