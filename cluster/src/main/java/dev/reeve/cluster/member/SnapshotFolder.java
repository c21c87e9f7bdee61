package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.journal.local.QueuedSnapshot;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot in a folder of the group: {@code state} has the chunks of the engine, {@code about} the position, what the replica
 * knows, and the size and the sum of the state.
 *
 * <p>It is filled on the loop and written on a thread of its own. One of the methods of {@code saving} is called, once.
 */
final class SnapshotFolder extends QueuedSnapshot {
    private static final String STATE = "state";
    private static final String ABOUT = "about";
    private static final int FORMAT = 1;
    private static final int MOST_REPLICA_BYTES = 16 << 20;

    private final Path folder;
    private final About about;
    private final Consensus.Saving saving;
    private @Nullable FileOutputStream file;
    private @Nullable CheckedOutputStream out;
    private long writtenBytes;

    /** @param replica what the replica knows */
    @SuppressWarnings("ArrayRecordComponent")
    record About(long position, byte[] replica) {}

    /** Reads the state of a folder. */
    interface StateTarget {
        void read(long position, InputStream bytes) throws IOException;
    }

    SnapshotFolder(Path folder, About about, Consensus.Saving saving, Executor writing) {
        super(writing);
        this.folder = folder;
        this.about = about;
        this.saving = saving;
    }

    @Override
    protected void failed(Exception cause) {
        saving.failed(cause);
    }

    @Override
    protected void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // What was not synced is given up anyway.
            file = null;
        }
    }

    @Override
    protected void append(byte[] chunk, int length) throws IOException {
        open().write(chunk, 0, length);
        writtenBytes += length;
    }

    private CheckedOutputStream open() throws IOException {
        CheckedOutputStream opened = out;
        if (opened == null) {
            file = new FileOutputStream(folder.resolve(STATE).toFile());
            opened = new CheckedOutputStream(new BufferedOutputStream(file, 1 << 16), new CRC32C());
            out = opened;
        }
        return opened;
    }

    @Override
    protected void complete() throws IOException {
        CheckedOutputStream opened = open();
        opened.flush();
        if (file != null) {
            file.getChannel().force(true);
        }
        writeAbout(opened.getChecksum().getValue());
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
        end();
        saving.saved();
    }

    private void writeAbout(long sum) throws IOException {
        try (FileOutputStream to = new FileOutputStream(folder.resolve(ABOUT).toFile());
                CheckedOutputStream checked = new CheckedOutputStream(to, new CRC32C());
                DataOutputStream data = new DataOutputStream(checked)) {
            data.writeInt(FORMAT);
            data.writeLong(about.position);
            data.writeLong(writtenBytes);
            data.writeLong(sum);
            data.writeInt(about.replica.length);
            data.write(about.replica);
            data.writeLong(checked.getChecksum().getValue());
            data.flush();
            to.getChannel().force(true);
        }
    }

    /** Reads a folder. Throws if anything in it is not as it was written. */
    static About read(Path folder, StateTarget target) throws IOException {
        Path file = folder.resolve(ABOUT);
        try (CheckedInputStream checked = new CheckedInputStream(Files.newInputStream(file), new CRC32C());
                DataInputStream in = new DataInputStream(checked)) {
            int format = in.readInt();
            if (format != FORMAT) {
                throw new IOException(file + " has format " + format + ", which this version of Reeve does not know");
            }
            long position = in.readLong();
            long bytes = in.readLong();
            long sum = in.readLong();
            int length = in.readInt();
            if (length < 0 || length > MOST_REPLICA_BYTES) {
                throw new IOException(file + " is damaged");
            }
            byte[] replica = in.readNBytes(length);
            long expected = checked.getChecksum().getValue();
            if (replica.length < length || in.readLong() != expected) {
                throw new IOException(file + " is damaged");
            }
            readState(folder.resolve(STATE), position, bytes, sum, target);
            return new About(position, replica);
        }
    }

    private static void readState(Path file, long position, long bytes, long sum, StateTarget target)
            throws IOException {
        if (Files.size(file) != bytes) {
            throw new IOException(file + " is damaged: it should have " + bytes + " bytes");
        }
        // The sum first: an engine that was built from damaged bytes is not to be trusted.
        try (CheckedInputStream checked = new CheckedInputStream(Files.newInputStream(file), new CRC32C())) {
            byte[] buffer = new byte[1 << 16];
            while (checked.read(buffer) >= 0) {
                // Only the sum counts.
            }
            if (checked.getChecksum().getValue() != sum) {
                throw new IOException(file + " is damaged: its sum differs");
            }
        }
        try (InputStream in = Files.newInputStream(file)) {
            target.read(position, new BufferedInputStream(in, 1 << 16));
        }
    }
}
