package dev.reeve.campaign.crash;

import dev.reeve.journal.local.WatchedDisk;
import dev.reeve.journal.local.WatchedDisk.Change;
import dev.reeve.journal.local.WatchedDisk.Kind;
import dev.reeve.journal.local.WatchedDisk.Moment;
import java.io.IOException;

/** A watcher that simulates a temporary disk problem: writes and syncs block, or new files have no space. */
public final class TroubledDisk implements WatchedDisk.Watcher {
    /** The current problem. */
    public enum Trouble {
        NONE,
        STUCK,
        FULL,
        /** The process has no file descriptor left. */
        NO_FILES
    }

    private Trouble trouble = Trouble.NONE;

    public synchronized void trouble(Trouble now) {
        trouble = now;
        notifyAll();
    }

    @Override
    public synchronized void at(Moment moment, Change change) throws IOException {
        boolean isWork = change.kind() == Kind.WRITE || change.kind() == Kind.SYNC;
        while (trouble == Trouble.STUCK && moment == Moment.BEFORE && isWork) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
        if (trouble == Trouble.FULL && moment == Moment.BEFORE && change.kind() == Kind.CREATE) {
            throw new IOException("No space left on device");
        }
        if (trouble == Trouble.NO_FILES && moment == Moment.BEFORE && change.kind() == Kind.CREATE) {
            throw new IOException("Too many open files");
        }
    }

    @Override
    public synchronized long freeBytes(long bytes) {
        return trouble == Trouble.FULL ? 0 : bytes;
    }
}
