package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.local.FileHeader.FileType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Payloads that are on disk only, in files to which records are appended ({@link PayloadRecord}). Used by one thread at a time, but
 * for {@link #bytes}.
 *
 * <p>Appending makes nothing durable: until a snapshot refers to a payload, the journal has it. A snapshot is accompanied by a list of
 * files: {@link #beginList} when it starts, {@link #syncList} before its manifest is written, {@link #listed} when that is durable.
 *
 * <p>Invariants: the listed part of a file is durable and never changes. A file is deleted only if nobody refers to it, no manifest
 * that may be on disk lists it, and nobody has referred to it since one of the running lists was begun. After a failed sync nothing is
 * appended or listed any more, because a later sync would prove nothing.
 */
final class PayloadStore implements Closeable, PayloadAppender.Files {
    private static final Logger log = LoggerFactory.getLogger(PayloadStore.class);

    private final Disk disk;
    private final long directoryId;
    private final int fileBytes;
    private final PayloadBytes reads;
    private final PayloadAppender appender;
    private final NavigableMap<Long, PayloadFile> files = new TreeMap<>();
    private final PayloadNeeds needs = new PayloadNeeds();
    private final Set<String> pendingDeletion = new TreeSet<>();
    /** The file to which a snapshot that was read referred last: mostly the next place is in it as well. */
    private @Nullable PayloadFile lastReferred;

    private long lastNumber;
    private boolean namesUnsynced;
    private @Nullable IOException failure;

    private PayloadStore(Disk disk, long directoryId, int fileBytes) {
        this.disk = disk;
        this.directoryId = directoryId;
        this.fileBytes = fileBytes;
        this.reads = new PayloadBytes(disk, directoryId);
        this.appender = new PayloadAppender(directoryId, fileBytes, this);
    }

    /**
     * Opens the listed files. Nobody refers to anything yet, and the others are deleted by the first {@link #deleteUnneeded}. The
     * manifest with this list must be durable.
     *
     * @param fileBytes the size beyond which another file is begun; a larger payload has a file of its own
     */
    static PayloadStore open(Disk disk, long directoryId, List<PayloadExtent> listed, int fileBytes)
            throws IOException {
        PayloadStore store = new PayloadStore(disk, directoryId, fileBytes);
        for (PayloadExtent extent : listed) {
            new PayloadScan(disk, directoryId, extent).check();
            store.files.put(extent.number(), PayloadFile.listed(extent));
            store.needs.found(extent.number());
            store.lastNumber = Math.max(store.lastNumber, extent.number());
        }
        for (String name : disk.list()) {
            long number = PayloadExtent.numberOf(name);
            if (number != 0 && !store.files.containsKey(number)) {
                store.requireOwn(name);
                store.lastNumber = Math.max(store.lastNumber, number);
                store.pendingDeletion.add(name);
            }
        }
        return store;
    }

    /** A file that a crash left has the header of this directory, or none. */
    private void requireOwn(String name) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(PayloadRecord.FIRST_OFFSET);
        try (DiskFile file = disk.open(name)) {
            file.readFully(bytes, 0);
        }
        FileHeader header = FileHeader.read(FileType.PAYLOADS, bytes);
        if (header != null && header.directoryId() != directoryId) {
            throw new JournalCorruptException(disk.describe(name), 0, "belongs to another data directory");
        }
    }

    /** Reads and verifies all that is listed. */
    static void verify(Disk disk, long directoryId, List<PayloadExtent> listed) throws IOException {
        for (PayloadExtent extent : listed) {
            new PayloadScan(disk, directoryId, extent).run((key, place, payload) -> {});
        }
    }

    /** Reads payloads back. */
    PayloadBytes bytes() {
        return reads;
    }

    /**
     * Writes payloads, and refers to each of them. If it throws, none of them is stored, and those stored before are as they were.
     *
     * @return their places, in the same order
     */
    List<PayloadPlace> append(List<KeyedPayload> payloads) throws IOException {
        requireUsable();
        List<PayloadPlace> places;
        try {
            places = appender.append(payloads);
        } catch (IOException e) {
            // On a full disk the space of a file that holds nothing is needed at once.
            deleteUnneeded();
            throw e;
        }
        places.forEach(place -> count(file(place.file()), place));
        return places;
    }

    /** Called by the appender. */
    @Override
    public PayloadFile create() throws IOException {
        long number = ++lastNumber;
        String name = PayloadExtent.nameOf(number);
        pendingDeletion.add(name);
        PayloadFile created = PayloadFile.create(disk, number);
        pendingDeletion.remove(name);
        namesUnsynced = true;
        files.put(number, created);
        return created;
    }

    /** Called by the appender. */
    @Override
    public void sync(PayloadFile file) throws IOException {
        try {
            file.sync();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private void count(PayloadFile file, PayloadPlace place) {
        file.refer(place);
        needs.referred(file.number());
    }

    /** Notes a reference of a snapshot that was read. */
    void refer(PayloadPlace place) throws JournalCorruptException {
        PayloadFile last = lastReferred;
        PayloadFile file = last != null && last.number() == place.file() ? last : files.get(place.file());
        lastReferred = file;
        if (file == null
                || place.length() < 0
                || place.offset() < PayloadRecord.FIRST_OFFSET
                || place.length() > file.writtenBytes() - PayloadRecord.HEADER_BYTES - place.offset()
                || place.end() > file.writtenBytes()) {
            throw new JournalCorruptException(
                    disk.describe(PayloadExtent.nameOf(place.file())),
                    place.offset(),
                    "a snapshot refers to a payload of " + place.length() + " bytes, which the manifest does not list");
        }
        count(file, place);
    }

    /** Forgets all references, before those that there are after a recovery are noted. */
    void forgetReferences() {
        files.values().forEach(PayloadFile::releaseAll);
    }

    /** Nobody refers to the payload any more, and nobody reads it. */
    void release(PayloadPlace place) {
        file(place.file()).release(place);
    }

    private PayloadFile file(long number) {
        PayloadFile file = files.get(number);
        if (file == null) {
            throw new IllegalStateException("there is no payload file " + number);
        }
        return file;
    }

    /** A snapshot starts. From now on it may refer to whatever somebody refers to. */
    PayloadNeeds.Listing beginList() {
        return needs.begin(files.values());
    }

    /**
     * Makes everything durable that the snapshot may refer to. After this a manifest with the list may be on disk.
     *
     * @return the files that the manifest has to list
     */
    List<PayloadExtent> syncList(PayloadNeeds.Listing list) throws IOException {
        requireUsable();
        List<Long> numbers = list.numbers();
        for (long number : numbers) {
            sync(file(number));
        }
        syncNames();
        needs.mayBeListed(numbers);
        return numbers.stream().map(number -> file(number).extent()).toList();
    }

    private void syncNames() throws IOException {
        if (namesUnsynced) {
            try {
                disk.syncDirectory();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
            namesUnsynced = false;
        }
    }

    /** The manifest with the list is durable, and replaces all others. */
    void listed(PayloadNeeds.Listing list) {
        needs.listed(list);
        deleteUnneeded();
    }

    /** The snapshot was given up. If its files were listed, a manifest with that list may be on disk. */
    void abandonList(PayloadNeeds.Listing list) {
        needs.abandoned(list);
        deleteUnneeded();
    }

    /** Deletes the files that nobody needs. What cannot be deleted is tried again with the next call. */
    void deleteUnneeded() {
        lastReferred = null;
        for (PayloadFile file : List.copyOf(files.values())) {
            boolean needed = file == appender.current() || file.liveBytes() > 0 || needs.contains(file.number());
            if (!needed) {
                files.remove(file.number());
                pendingDeletion.add(file.name());
                close(file);
            }
        }
        for (String name : List.copyOf(pendingDeletion)) {
            try {
                disk.delete(name);
                pendingDeletion.remove(name);
            } catch (IOException e) {
                log.warn("cannot delete {}, will retry: {}", disk.describe(name), e.toString());
            }
        }
    }

    private void close(PayloadFile file) {
        try {
            reads.closeFile(file.number());
            file.close();
        } catch (IOException e) {
            log.warn("cannot close {}: {}", disk.describe(file.name()), e.toString());
        }
    }

    /**
     * The file to reclaim next: that with the fewest live bytes, if they would fill less than half of a file. Its live payloads have
     * to be appended again and released there.
     *
     * @return its written part; null if no file is worth it
     */
    @Nullable
    PayloadExtent emptiest() {
        PayloadFile emptiest = null;
        for (PayloadFile file : files.values()) {
            boolean sparse = file.isEnded() && file.liveBytes() > 0 && file.liveBytes() < fileBytes / 2;
            if (sparse && (emptiest == null || file.liveBytes() < emptiest.liveBytes())) {
                emptiest = file;
            }
        }
        return emptiest == null ? null : emptiest.extent();
    }

    /** Reads all records of the written part of a file, live or not. */
    void scan(PayloadExtent extent, PayloadScan.Visitor visitor) throws IOException {
        new PayloadScan(disk, directoryId, extent).run(visitor);
    }

    /** The bytes of all records that somebody refers to. */
    long liveBytes() {
        return files.values().stream().mapToLong(PayloadFile::liveBytes).sum();
    }

    /** The written bytes of all files. */
    long writtenBytes() {
        return files.values().stream().mapToLong(PayloadFile::writtenBytes).sum();
    }

    /** Whether a sync has failed. */
    boolean hasFailed() {
        return failure != null;
    }

    private void requireUsable() throws IOException {
        IOException cause = failure;
        if (cause != null) {
            throw new IOException("a sync of the payload files failed: " + cause.getMessage(), cause);
        }
    }

    @Override
    public void close() throws IOException {
        for (PayloadFile file : files.values()) {
            file.close();
        }
        reads.close();
    }
}
