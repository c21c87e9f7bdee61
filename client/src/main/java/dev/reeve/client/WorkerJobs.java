package dev.reeve.client;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The jobs that a worker has, and who is told of them. Every job that was added is told to the listener as finished or lost. */
final class WorkerJobs {
    private static final System.Logger LOG = System.getLogger(WorkerJobs.class.getName());

    private final Map<HeldJob, Boolean> jobs = new ConcurrentHashMap<>();
    private final @Nullable WorkerListener listener;
    private final AtomicInteger running = new AtomicInteger();
    private final LongAdder finished = new LongAdder();
    private final LongAdder lost = new LongAdder();

    WorkerJobs(@Nullable WorkerListener listener) {
        this.listener = listener;
    }

    void add(HeldJob job) {
        jobs.put(job, true);
    }

    List<HeldJob> all() {
        return List.copyOf(jobs.keySet());
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    /** The number of handlers at work. */
    int running() {
        return running.get();
    }

    int size() {
        return jobs.size();
    }

    /** A handler is about to be called. */
    void started(HeldJob job) {
        running.incrementAndGet();
        tell(told -> told.started(job));
    }

    /** A handler has returned. */
    void returned() {
        running.decrementAndGet();
    }

    void finished(HeldJob job, String state) {
        job.confirmed();
        if (jobs.remove(job) != null) {
            finished.increment();
            tell(told -> told.finished(job, state));
            wake();
        }
    }

    /** The reason of the first who calls it counts: the handler, told by it, may return and call it too. */
    void lost(HeldJob job, String reason) {
        if (job.lose() && jobs.remove(job) != null) {
            lost.increment();
            LOG.log(System.Logger.Level.WARNING, "job {0} of queue {1} is lost: {2}", job.id(), job.queue(), reason);
            tell(told -> told.lost(job, reason));
            wake();
        }
    }

    private interface Told {
        void by(WorkerListener listener);
    }

    private void tell(Told told) {
        if (listener != null) {
            try {
                told.by(listener);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "the listener of the worker failed", e);
            }
        }
    }

    private synchronized void wake() {
        if (jobs.isEmpty()) {
            notifyAll();
        }
    }

    /** Waits until there is no job; false if the time is over first. */
    synchronized boolean awaitNone(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        while (!jobs.isEmpty()) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(Math.min(left, 100));
        }
        return true;
    }

    long finishedCount() {
        return finished.sum();
    }

    long lostCount() {
        return lost.sum();
    }
}
