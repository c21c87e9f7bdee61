package dev.reeve.journal.local;

import dev.reeve.journal.SnapshotTarget;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The queue between the loop thread, which encodes the state in slices, and the housekeeping thread, which writes it.
 */
final class RunningSnapshot implements SnapshotTarget {
    enum State {
        FILLING,
        FINISHED,
        ABANDONED,
        PUBLISHED,
        FAILED
    }

    private final long position;
    private final long journalBytes;
    private final Runnable wake;
    private final Queue<ByteBuffer> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private volatile State state = State.FILLING;
    private volatile long startedAtNanos;

    /** @param journalBytes bytes written to the journal when the snapshot was started */
    RunningSnapshot(long position, long journalBytes, Runnable wake) {
        this.position = position;
        this.journalBytes = journalBytes;
        this.wake = wake;
    }

    @Override
    public void write(byte[] chunk, int length) {
        if (length < 0 || length > chunk.length) {
            throw new IllegalArgumentException("expected at most " + chunk.length + " bytes, but got " + length);
        }
        if (state == State.FILLING && length > 0) {
            queuedBytes.addAndGet(length);
            queue.add(ByteBuffer.wrap(chunk, 0, length));
            wake.run();
        }
    }

    @Override
    public long queuedBytes() {
        return queuedBytes.get();
    }

    @Override
    public void finish() {
        finishAs(State.FINISHED);
    }

    @Override
    public void abandon() {
        finishAs(State.ABANDONED);
    }

    /**
     * Transition by the loop thread. While the state is FILLING, the housekeeping thread changes it only on a failure.
     */
    private synchronized void finishAs(State next) {
        if (state == State.FILLING) {
            state = next;
            wake.run();
        }
    }

    @Override
    public boolean isDone() {
        return state != State.FILLING && state != State.FINISHED;
    }

    @Override
    public boolean hasFailed() {
        return state == State.FAILED;
    }

    State state() {
        return state;
    }

    void startedAt(long nanos) {
        startedAtNanos = nanos;
    }

    long startedAtNanos() {
        return startedAtNanos;
    }

    long position() {
        return position;
    }

    long journalBytes() {
        return journalBytes;
    }

    @Nullable
    ByteBuffer poll() {
        return queue.poll();
    }

    void wrote(int bytes) {
        queuedBytes.addAndGet(-bytes);
    }

    /** Final transition, on the housekeeping thread. */
    synchronized void end(State last) {
        state = last;
        queue.clear();
        queuedBytes.set(0);
    }
}
