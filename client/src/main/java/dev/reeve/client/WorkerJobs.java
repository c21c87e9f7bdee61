package dev.reeve.client;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The jobs that a worker has, and who is told of them. Every job that was added is told to the listener as finished or lost. */
final class WorkerJobs {
    private static final System.Logger LOG = System.getLogger(WorkerJobs.class.getName());

    private final Map<HeldJob, Boolean> jobs = new ConcurrentHashMap<>();
    private final @Nullable WorkerListener listener;
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

    int running() {
        return (int) jobs.keySet().stream().filter(HeldJob::isRunning).count();
    }

    int size() {
        return jobs.size();
    }

    void started(HeldJob job) {
        tell(told -> told.started(job));
    }

    void finished(HeldJob job, String state) {
        job.confirmed();
        if (jobs.remove(job) != null) {
            finished.increment();
            tell(told -> told.finished(job, state));
            wake();
        }
    }

    void lost(HeldJob job, String reason) {
        job.lose();
        if (jobs.remove(job) != null) {
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
