package dev.reeve.net;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A limit in bytes that several listeners use together. Any thread.
 *
 * <p>Invariant: the used bytes are the sum of what all listeners have added. A listener that waits for bytes is told as
 * soon as they are unused, whichever listener has released them.
 */
public final class ByteQuota {
    private static final int SHARE_DIVISOR = 8;
    private static final long NONE = -1;

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final CopyOnWriteArrayList<Waiter> waiters = new CopyOnWriteArrayList<>();

    ByteQuota(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    public long usedBytes() {
        return usedBytes.get();
    }

    /** What a listener may use for small messages, even if others have used up the rest. */
    public long shareBytes() {
        return limitBytes / SHARE_DIVISOR;
    }

    /** Whether more than the limit is used. */
    public boolean isExceeded() {
        return usedBytes.get() > limitBytes;
    }

    /** The bytes, but at most half of the limit, so that an item of any size can be waited for. */
    long atMostHalf(long bytes) {
        return Math.min(bytes, limitBytes / 2);
    }

    /** Whether so many more bytes stay within the limit. */
    boolean fits(long bytes) {
        return usedBytes.get() + bytes <= limitBytes;
    }

    /** Adds bytes regardless of the limit; a negative number releases bytes. */
    public void add(long bytes) {
        if (bytes == 0) {
            return;
        }
        usedBytes.addAndGet(bytes);
        if (bytes < 0 && !waiters.isEmpty()) {
            waiters.forEach(Waiter::wakeIfPossible);
        }
    }

    /** Adds bytes if the limit is not exceeded then. */
    public boolean addIfItFits(long bytes) {
        return addIfUsedIsAtMost(limitBytes - bytes, bytes);
    }

    /** Adds bytes if less than the limit is used before, so that a single item may be larger than the limit. */
    public boolean addIfBelowLimit(long bytes) {
        return addIfUsedIsAtMost(limitBytes - 1, bytes);
    }

    private boolean addIfUsedIsAtMost(long mostUsed, long bytes) {
        long used = usedBytes.get();
        while (used <= mostUsed) {
            if (usedBytes.compareAndSet(used, used + bytes)) {
                return true;
            }
            used = usedBytes.get();
        }
        return false;
    }

    /**
     * Creates a waiter.
     *
     * @param wake called on the thread that releases bytes; it passes the work on to the thread of the waiter
     */
    public Waiter waiter(Runnable wake) {
        Waiter added = new Waiter(wake);
        waiters.add(added);
        return added;
    }

    /** A listener that can wait for unused bytes. */
    public final class Waiter {
        private final Runnable wake;
        private final AtomicLong wantedBytes = new AtomicLong(NONE);

        private Waiter(Runnable wake) {
            this.wake = wake;
        }

        /**
         * Wakes the waiter once, when this many bytes fit; at once if they do now. They may be used by another listener
         * by the time the waiter runs. Replaces an earlier call.
         */
        public void await(long bytes) {
            wantedBytes.set(bytes);
            wakeIfPossible();
        }

        private void wakeIfPossible() {
            long wanted = wantedBytes.get();
            if (wanted != NONE && usedBytes.get() + wanted <= limitBytes && wantedBytes.compareAndSet(wanted, NONE)) {
                try {
                    wake.run();
                } catch (RejectedExecutionException e) {
                    // The waiter's loop has ended, so nothing waits any more.
                }
            }
        }
    }
}
