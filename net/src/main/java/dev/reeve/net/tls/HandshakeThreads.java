package dev.reeve.net.tls;

import io.netty.channel.Channel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The threads that compute signatures and keys of handshakes, so that the event loops do not. They are fewer than the processors, and
 * their queue is short: a handshake that finds it full fails at once, and one whose client has gone is not computed. In a flood of
 * handshakes that nobody finishes they rest most of the time, because connected clients need the processors.
 */
final class HandshakeThreads implements AutoCloseable {
    private static final int MOST_THREADS = 2;
    private static final int MOST_QUEUED = 256;
    /** In a flood a thread rests for this many times the time that it has worked. */
    private static final int REST = 3;

    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ThreadPoolExecutor threads;
    private final BooleanSupplier flooded;

    HandshakeThreads(BooleanSupplier flooded) {
        this.flooded = flooded;
        int count = Math.max(1, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors() / 2));
        this.threads = new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_QUEUED),
                new DefaultThreadFactory("reeve-tls", true, Thread.MIN_PRIORITY));
    }

    /** The executor of the handshake of one connection. */
    Executor of(Channel connection) {
        return task -> threads.execute(() -> {
            if (connection.isActive()) {
                long began = System.nanoTime();
                task.run();
                if (flooded.getAsBoolean()) {
                    LockSupport.parkNanos(Math.min(LONGEST_REST_NANOS, REST * (System.nanoTime() - began)));
                }
            }
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
