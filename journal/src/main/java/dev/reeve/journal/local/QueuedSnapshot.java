package dev.reeve.journal.local;

import dev.reeve.journal.SnapshotTarget;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A snapshot that is filled on the loop and written by an executor, which runs one task at a time, in order.
 *
 * <p>Invariant: it ends once, by {@link #complete} or {@link #failed}; what is enqueued after that has no effect.
 */
public abstract class QueuedSnapshot implements SnapshotTarget {
    private final Executor writing;
    private final AtomicLong queuedBytes = new AtomicLong();
    private volatile boolean isDone;

    protected QueuedSnapshot(Executor writing) {
        this.writing = writing;
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Writes the first {@code length} bytes. */
    protected abstract void append(byte[] chunk, int length) throws IOException;

    /** Writes the rest, calls {@link #end}, and tells those who wait. */
    protected abstract void complete() throws IOException;

    /** Closes the files. */
    protected abstract void close();

    /** Tells those who wait that there will be no snapshot. The files are closed. */
    protected abstract void failed(Exception cause);

    /** Another snapshot may be started. */
    protected final void end() {
        isDone = true;
        close();
    }

    private void inOrder(Step step) {
        writing.execute(() -> {
            if (isDone) {
                return;
            }
            try {
                step.run();
            } catch (IOException | RuntimeException e) {
                end();
                failed(e);
            }
        });
    }

    @Override
    public final void write(byte[] chunk, int length) {
        queuedBytes.addAndGet(length);
        inOrder(() -> {
            try {
                append(chunk, length);
            } finally {
                queuedBytes.addAndGet(-length);
            }
        });
    }

    @Override
    public final long queuedBytes() {
        return queuedBytes.get();
    }

    @Override
    public final void finish() {
        inOrder(this::complete);
    }

    @Override
    public final void abandon() {
        inOrder(() -> {
            throw new IOException("the snapshot was abandoned");
        });
    }

    @Override
    public final boolean isDone() {
        return isDone;
    }
}
