package dev.reeve.journal.local;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A simulated disk that can lose power. Unsynced file contents and directory changes may then be lost, in part and by
 * sector. It can also be full, fail at a chosen operation, and ignore syncs.
 */
public final class SimDisk implements Disk {
    /** One for all disks. */
    private static final ByteBuffer DIRECT_BUFFER = BlockFile.newBuffer();

    private final SplittableRandom random;
    private final List<Map<String, SimFile>> unsyncedNames = new ArrayList<>();
    private Map<String, SimFile> names = new TreeMap<>();
    private Map<String, SimFile> durableNames = new TreeMap<>();
    private @Nullable String lockedBy;
    private long quotaBytes = Long.MAX_VALUE;
    private int life;
    private boolean off;
    private boolean syncsIgnored;
    private boolean writesShort;
    private long operations;
    private long failAt;
    private long offAt;
    private @Nullable String namePartAt;
    private Operation failing = Operation.ANY;

    /** The operations that can fail. */
    public enum Operation {
        ANY,
        WRITE,
        SYNC
    }

    public SimDisk(long seed) {
        random = new SplittableRandom(seed);
    }

    /** A copy with the same synced and unsynced content, and no faults. */
    public synchronized SimDisk copy() {
        SimDisk copy = new SimDisk(random.split().nextLong());
        names.forEach((name, file) -> copy.names.put(name, file.copy()));
        copy.durableNames = new TreeMap<>(copy.names);
        return copy;
    }

    // Faults.

    public synchronized void quota(long bytes) {
        quotaBytes = bytes;
    }

    public synchronized void ignoreSyncs(boolean ignored) {
        syncsIgnored = ignored;
    }

    public synchronized void writeShort(boolean isShort) {
        writesShort = isShort;
    }

    /** The n-th operation from now on fails: a write after half of its bytes, a sync after losing the unsynced bytes. */
    public synchronized void failAfter(long count) {
        failAt = operations + count;
        namePartAt = null;
        failing = Operation.ANY;
    }

    /** The n-th operation of this kind from now on fails. */
    public synchronized void failAfter(long count, Operation what) {
        if (what == Operation.ANY) {
            failAfter(count);
        } else {
            failAt = count;
            namePartAt = null;
            failing = what;
        }
    }

    /** Whether the failure is still pending. */
    public synchronized boolean isYetToFail() {
        return failing == Operation.ANY ? operations < failAt : failAt > 0;
    }

    /** The n-th operation on a file whose name contains this text fails. */
    public synchronized void failAfter(long count, String namePart) {
        failAt = count;
        namePartAt = namePart;
        failing = Operation.ANY;
    }

    /** The power is lost at the n-th operation from now on. */
    public synchronized void powerOffAfter(long count) {
        offAt = operations + count;
    }

    public synchronized boolean isOff() {
        return off;
    }

    public synchronized long operations() {
        return operations;
    }

    /** Ends the process that uses the disk: its writes stay, synced or not. Its open files become invalid. */
    public synchronized void kill() {
        life++;
        lockedBy = null;
        failAt = 0;
        offAt = 0;
        off = false;
    }

    /** A power cut and a restart. Unsynced data is lost in part. */
    public synchronized void powerCut() {
        kill();
        int survived = random.nextInt(unsyncedNames.size() + 1);
        Map<String, SimFile> left = survived == 0 ? durableNames : unsyncedNames.get(survived - 1);
        Survival survival = Survival.values()[random.nextInt(Survival.values().length)];
        left.values().forEach(file -> file.losePower(survival, random));
        unsyncedNames.clear();
        names = new TreeMap<>(left);
        durableNames = new TreeMap<>(left);
    }

    /** Selects the unsynced sectors that survive a power cut. */
    enum Survival {
        NONE,
        ALL,
        SOME
    }

    // Inspection and damage by tests.

    public synchronized long usedBytes() {
        return names.values().stream().mapToLong(SimFile::size).sum();
    }

    public synchronized byte[] content(String name) {
        return file(name).content();
    }

    /** Stores a file durably. */
    public synchronized void put(String name, byte[] content) {
        SimFile file = new SimFile();
        file.write(ByteBuffer.wrap(content), 0, content.length);
        file.sync();
        names.put(name, file);
        durableNames.put(name, file);
    }

    public synchronized void flipBit(String name, int offset, int bit) {
        file(name).flipBit(offset, bit);
    }

    public synchronized void truncate(String name, int length) {
        put(name, Arrays.copyOf(content(name), length));
    }

    public synchronized void remove(String name) {
        names.remove(name);
        durableNames.remove(name);
    }

    public synchronized void swap(String one, String another) {
        byte[] content = content(one);
        put(one, content(another));
        put(another, content);
    }

    private SimFile file(String name) {
        SimFile file = names.get(name);
        if (file == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return file;
    }

    // The disk.

    @Override
    public synchronized DiskFile open(String name) throws IOException {
        requirePower();
        SimFile file = names.get(name);
        if (file == null) {
            throw new FileNotFoundException(name);
        }
        return new Handle(name, file, life);
    }

    /** Takes whole blocks from aligned memory only. */
    @Override
    public synchronized DiskFile openPastCache(String name) throws IOException {
        return new BlockFile(new BlockHandle(open(name)), DIRECT_BUFFER);
    }

    @Override
    public synchronized DiskFile create(String name) throws IOException {
        operation("create", name);
        SimFile file = new SimFile();
        names.put(name, file);
        namesChanged();
        return new Handle(name, file, life);
    }

    @Override
    public synchronized boolean exists(String name) throws IOException {
        requirePower();
        return names.containsKey(name);
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        operation("rename", from + " " + to);
        names.put(to, file(from));
        names.remove(from);
        namesChanged();
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        operation("delete", name);
        if (names.remove(name) != null) {
            namesChanged();
        }
    }

    private void namesChanged() {
        unsyncedNames.add(new TreeMap<>(names));
    }

    @Override
    public synchronized List<String> list() throws IOException {
        requirePower();
        return List.copyOf(names.keySet());
    }

    @Override
    public synchronized void syncDirectory() throws IOException {
        operation("sync", "directory");
        if (!syncsIgnored) {
            unsyncedNames.clear();
            durableNames = new TreeMap<>(names);
        }
    }

    @Override
    public synchronized long freeBytes() throws IOException {
        requirePower();
        return quotaBytes == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, quotaBytes - usedBytes());
    }

    @Override
    public synchronized @Nullable Closeable tryLock(String name, String holder) throws IOException {
        requirePower();
        if (lockedBy != null) {
            return null;
        }
        lockedBy = holder;
        int lockedIn = life;
        return () -> unlock(lockedIn);
    }

    private synchronized void unlock(int lockedIn) {
        if (lockedIn == life) {
            lockedBy = null;
        }
    }

    @Override
    public synchronized @Nullable String lockHolder(String name) {
        return lockedBy;
    }

    @Override
    public String describe(String name) {
        return "sim/" + name;
    }

    @Override
    public String toString() {
        return "sim";
    }

    private void requirePower() throws IOException {
        if (off) {
            throw new IOException("the power is off");
        }
    }

    /** Counts a modifying operation. */
    private void operation(String what, String name) throws IOException {
        if (isFailing(what.equals("sync") ? Operation.SYNC : Operation.ANY, name)) {
            throw new IOException("simulated failure of " + what + " of " + name);
        }
    }

    private boolean isFailing(Operation what, String name) throws IOException {
        requirePower();
        operations++;
        if (operations == offAt) {
            off = true;
            return true;
        }
        if (failing != Operation.ANY) {
            return failAt > 0 && what == failing && --failAt == 0;
        }
        if (namePartAt == null) {
            return operations == failAt;
        }
        return failAt > 0 && name.contains(namePartAt) && --failAt == 0;
    }

    /** A file opened past the page cache. */
    private record BlockHandle(DiskFile file) implements DiskFile {
        private static void requireBlocks(ByteBuffer bytes, long offset) throws IOException {
            if (!bytes.isDirect()
                    || bytes.alignmentOffset(bytes.position(), BlockFile.BLOCK_BYTES) != 0
                    || offset % BlockFile.BLOCK_BYTES != 0
                    || bytes.remaining() % BlockFile.BLOCK_BYTES != 0) {
                throw new IOException("Invalid argument");
            }
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            requireBlocks(into, offset);
            return file.read(into, offset);
        }

        @Override
        public int write(ByteBuffer bytes, long offset) throws IOException {
            requireBlocks(bytes, offset);
            file.writeFully(bytes.slice(), offset);
            int count = bytes.remaining();
            bytes.position(bytes.limit());
            return count;
        }

        @Override
        public void sync() throws IOException {
            file.sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** An open file, invalid after the end of its process. */
    private final class Handle implements DiskFile {
        private final String name;
        private final SimFile file;
        private final int openedIn;
        private boolean closed;

        Handle(String name, SimFile file, int openedIn) {
            this.name = name;
            this.file = file;
            this.openedIn = openedIn;
        }

        private void requireOpen() throws IOException {
            if (closed || openedIn != life) {
                throw new IOException(name + " is not open any more");
            }
            requirePower();
        }

        @Override
        public long size() throws IOException {
            synchronized (SimDisk.this) {
                requireOpen();
                return file.size();
            }
        }

        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            synchronized (SimDisk.this) {
                requireOpen();
                return file.read(into, offset);
            }
        }

        @Override
        public int write(ByteBuffer bytes, long offset) throws IOException {
            synchronized (SimDisk.this) {
                requireOpen();
                int most = bytes.remaining();
                boolean isFailing = isFailing(Operation.WRITE, name);
                if (isFailing) {
                    most = random.nextInt(most + 1);
                } else if (writesShort && most > 1) {
                    most = 1 + random.nextInt(most);
                }
                long growth = offset + most - file.size();
                long free = quotaBytes - usedBytes();
                if (growth > free) {
                    most = (int) Math.max(0, most - (growth - Math.max(0, free)));
                }
                file.write(bytes, offset, most);
                if (growth > free && most == 0) {
                    throw new IOException("No space left on device");
                }
                if (isFailing) {
                    throw new IOException("simulated failure of write of " + name);
                }
                return most;
            }
        }

        @Override
        public void sync() throws IOException {
            synchronized (SimDisk.this) {
                requireOpen();
                if (isFailing(Operation.SYNC, name)) {
                    if (!off) {
                        file.forgetUnsynced();
                    }
                    throw new IOException("simulated failure of sync of " + name);
                }
                if (!syncsIgnored) {
                    file.sync();
                }
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
