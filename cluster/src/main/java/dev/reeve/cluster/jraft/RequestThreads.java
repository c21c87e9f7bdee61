package dev.reeve.cluster.jraft;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads on which requests of other members are served. Those that find all threads busy wait: a request that is refused ends its
 * connection, and with it all others on it. How many wait is limited by the others, who send few at a time.
 */
final class RequestThreads {
    private static final int COUNT = 4;

    private RequestThreads() {}

    static ExecutorService start() {
        AtomicInteger started = new AtomicInteger();
        return Executors.newFixedThreadPool(COUNT, task -> {
            Thread thread = new Thread(task, "reeve-cluster-requests-" + started.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }
}
