package dev.reeve.journal.local;

import dev.reeve.journal.JournalListener;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets a thread wait until the journal has synced what it appended, and passes the callbacks on.
 *
 * <p>Invariant: after a failure, or when a batch found no room on the disk, every wait ends with an exception.
 */
final class RaftProgress implements JournalListener {
    /** An upper bound for the time in which a lack of disk space is noticed. */
    private static final long CHECK_MILLIS = 100;

    private final JournalListener listener;
    private final AtomicBoolean isTold = new AtomicBoolean();
    private final Semaphore news = new Semaphore(0);
    private volatile @Nullable IOException failure;

    RaftProgress(JournalListener listener) {
        this.listener = listener;
    }

    @Override
    public void advanced() {
        news.release();
    }

    @Override
    public void wrote(int entries) {
        listener.wrote(entries);
    }

    @Override
    public void synced(long tookNanos) {
        listener.synced(tookNanos);
    }

    /** Tells the listener first: nobody may go on before it knows. */
    @Override
    public void failed(String message, Throwable cause) {
        if (!isTold.compareAndSet(false, true)) {
            return;
        }
        listener.failed(message, cause);
        failure = new IOException(message + ": " + cause, cause);
        news.release();
    }

    void requireNoFailure() throws IOException {
        IOException told = failure;
        if (told != null) {
            throw new IOException(told.getMessage(), told);
        }
    }

    /**
     * Writes what was appended up to the position on this thread, which saves two thread switches, and waits until it is synced. An interrupt
     * would close the file, so no other thread may be interested in this one.
     */
    void write(LocalJournal journal, long position) throws IOException {
        writeOrWait(journal, position, true);
    }

    /** The same on the thread of the journal. An interrupt does not end the wait: the caller could not know what was written. */
    void await(LocalJournal journal, long position) throws IOException {
        writeOrWait(journal, position, false);
    }

    private void writeOrWait(LocalJournal journal, long position, boolean here) throws IOException {
        boolean interrupted = false;
        try {
            flush(journal, here);
            while (journal.mayReply() < position) {
                requireNoFailure();
                interrupted |= takeStep(journal, position);
                // The batch before may have occupied the writer at the first attempt.
                flush(journal, here);
            }
            requireNoFailure();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void flush(LocalJournal journal, boolean here) {
        if (!here) {
            journal.flush();
        } else if (journal.offer()) {
            journal.writing.takeTurns();
        }
    }

    /** If the threads of the journal are not started, takes their turns. Returns whether the thread was interrupted. */
    private boolean takeStep(LocalJournal journal, long position) {
        Throwable hindrance = journal.writer().hindrance();
        if (hindrance != null) {
            failed("cannot write the replicated log", hindrance);
            return false;
        }
        if (journal.writing.isStarted()) {
            return waitForAdvance(journal, position);
        }
        journal.writing.takeTurn();
        journal.housekeeping.takeTurn();
        return false;
    }

    private boolean waitForAdvance(LocalJournal journal, long position) {
        // Before the check: what comes after it ends the wait.
        news.drainPermits();
        if (failure != null || journal.mayReply() >= position) {
            return false;
        }
        try {
            news.tryAcquire(CHECK_MILLIS, TimeUnit.MILLISECONDS);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
