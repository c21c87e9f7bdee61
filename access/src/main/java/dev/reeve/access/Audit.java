package dev.reeve.access;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what operators and admins change, logins and refusals, as JSON lines to the log and to a file. Lines are written by a
 * thread of its own; whoever wants to answer after the line has been written is called back. Changes wait in the sessions that
 * made them, so their number is limited there. Other lines are dropped, and counted, while too many wait. Safe from any thread.
 */
public final class Audit implements AutoCloseable {
    /** Writes nothing. */
    public static final Audit NONE = new Audit();

    private static final Logger log = LoggerFactory.getLogger(Audit.class);
    private static final int MOST_WAITING = 10_000;
    private static final long CLOSE_SECONDS = 5;

    private final ThreadPoolExecutor thread;
    private final Optional<AuditFile> file;
    private final boolean writes;
    private final AuditRing last = new AuditRing();
    private final AtomicLong dropped = new AtomicLong();

    private Audit() {
        this(Optional.empty(), false);
    }

    /**
     * Writes to the log and to a file.
     *
     * @param path the file; empty if lines are written to the log only
     */
    public Audit(Optional<Path> path) {
        this(path.map(AuditFile::new), true);
    }

    private Audit(Optional<AuditFile> file, boolean writes) {
        this.file = file;
        this.writes = writes;
        this.thread = new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread named = new Thread(task, "audit");
            named.setDaemon(true);
            return named;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    /** Opens the file, so that a start fails if it cannot be written. */
    public void open() throws AuthFileException {
        if (file.isPresent()) {
            file.get().open();
        }
    }

    /** The last lines. */
    public AuditRing last() {
        return last;
    }

    /** Writes the line, then runs the task on another thread. The line of a change is never dropped. */
    void write(AuditLine line, Runnable written) {
        boolean isChange = line.event().equals("change");
        if (!writes || thread.isShutdown()) {
            written.run();
        } else if (!isChange && thread.getQueue().size() >= MOST_WAITING) {
            dropped.incrementAndGet();
            written.run();
        } else {
            Instant time = Instant.now();
            thread.execute(() -> {
                write(line.json(time));
                written.run();
            });
        }
    }

    private void write(String text) {
        long missing = dropped.getAndSet(0);
        if (missing > 0) {
            log.warn("{} audit lines of logins and refusals were dropped: there were too many at a time", missing);
        }
        last.add(text);
        file.ifPresent(open -> open.append(text));
        log.info("{}", text);
    }

    /** Writes all waiting lines. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                log.error("some audit lines could not be written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        file.ifPresent(AuditFile::close);
    }
}
