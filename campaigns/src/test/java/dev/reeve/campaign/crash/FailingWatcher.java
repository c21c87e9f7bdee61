package dev.reeve.campaign.crash;

import dev.reeve.journal.local.WatchedDisk;
import dev.reeve.journal.local.WatchedDisk.Change;
import dev.reeve.journal.local.WatchedDisk.Kind;
import dev.reeve.journal.local.WatchedDisk.Moment;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** From some time on, journal files cannot be written, synced or created any more. */
public final class FailingWatcher implements WatchedDisk.Watcher {
    /** The failing operation. */
    public enum Fault {
        WRITE(Kind.WRITE, Moment.HALFWAY, "Input/output error"),
        SYNC(Kind.SYNC, Moment.BEFORE, "Input/output error"),
        SPACE(Kind.CREATE, Moment.BEFORE, "No space left on device");

        private final Kind kind;
        private final Moment moment;
        private final String words;

        Fault(Kind kind, Moment moment, String words) {
            this.kind = kind;
            this.moment = moment;
            this.words = words;
        }
    }

    private final Fault fault;
    private final AtomicLong left;

    /** @param worksFor how often the operation succeeds before it fails */
    public FailingWatcher(Fault fault, long worksFor) {
        this.fault = fault;
        this.left = new AtomicLong(worksFor);
    }

    @Override
    public void at(Moment moment, Change change) throws IOException {
        boolean isOfJournal =
                change.name().startsWith("journal") || change.name().startsWith("segment");
        if (isOfJournal && change.kind() == fault.kind && moment == fault.moment && left.decrementAndGet() < 0) {
            throw new IOException(fault.words);
        }
    }

    @Override
    public long freeBytes(long bytes) {
        return left.get() < 0 ? 0 : bytes;
    }
}
