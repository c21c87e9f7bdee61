package dev.reeve.journal.local;

import dev.reeve.journal.SnapshotReceiver;
import dev.reeve.journal.SnapshotTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots that are written only to be copied, of a state whose entries are kept elsewhere. The file loses its name as soon as it is
 * open for those who wait, so at most one is left behind by a process that is killed, and the next one replaces it.
 *
 * <p>Loop only; files are written by the executor, which runs one task at a time, in order.
 */
public final class SnapshotCopies {
    private static final Logger log = LoggerFactory.getLogger(SnapshotCopies.class);
    private static final String FILE = "copy.tmp";

    private final Disk disk;
    private final Executor writing;
    private @Nullable CopyRequests wanted;

    public SnapshotCopies(Disk disk, Executor writing) {
        this.disk = disk;
        this.writing = writing;
    }

    /** Asks for a copy of the next snapshot, see {@link dev.reeve.journal.Storage#copySnapshot}. */
    public void copySnapshot(long position, SnapshotReceiver receiver) {
        CopyRequests requests = wanted == null ? new CopyRequests() : wanted;
        wanted = requests;
        requests.add(position, receiver);
    }

    /** Begins the snapshot that was asked for; null if nobody wants one. */
    public @Nullable SnapshotTarget start(long position) {
        CopyRequests requests = wanted;
        wanted = null;
        return requests == null ? null : new CopiedSnapshot(position, requests);
    }

    /** A snapshot that is being written. Those who wait for it are told once. */
    private final class CopiedSnapshot extends QueuedSnapshot {
        private final long position;
        private final CopyRequests requests;
        private @Nullable SnapshotFile file;

        CopiedSnapshot(long position, CopyRequests requests) {
            super(writing);
            this.position = position;
            this.requests = requests;
        }

        private SnapshotFile open() throws IOException {
            SnapshotFile opened = file;
            if (opened == null) {
                opened = new SnapshotFile(disk, FILE, position);
                file = opened;
                opened.writeHeader(new SecureRandom().nextLong());
            }
            return opened;
        }

        @Override
        protected void append(byte[] chunk, int length) throws IOException {
            open().write(ByteBuffer.wrap(chunk, 0, length));
        }

        @Override
        protected void complete() throws IOException {
            requests.published(disk, open().finish());
            end();
        }

        @Override
        protected void close() {
            try {
                if (file != null) {
                    file.close();
                }
                disk.delete(FILE);
            } catch (IOException e) {
                log.warn("cannot delete a copy of the state: {}", e.toString());
            }
        }

        @Override
        protected void failed(Exception cause) {
            log.warn("no copy of the state was made: {}", cause.toString());
            requests.failed();
        }
    }
}
