package dev.reeve.net.tls;

import io.netty.channel.Channel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that compute signatures and keys of handshakes, so that the event loops do not. They are fewer than the processors, and
 * their queue is short: a handshake that finds it full fails at once, and one whose client has gone is not computed.
 */
final class HandshakeThreads implements AutoCloseable {
    private static final int MOST_THREADS = 2;
    private static final int MOST_QUEUED = 256;

    private final ThreadPoolExecutor threads;

    HandshakeThreads() {
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
                task.run();
            }
        });
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
