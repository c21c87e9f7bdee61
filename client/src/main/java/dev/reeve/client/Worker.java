package dev.reeve.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Works on jobs until it is closed. Two threads ask for as many jobs as there are free places, one renews all leases and sends
 * reports, and each job has a thread of its own. No handler runs on after its lease is lost without having been told.
 */
public final class Worker implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Worker.class.getName());
    private static final Duration LAST_REPORTS = Duration.ofSeconds(5);

    private final WorkerBuilder plan;
    private final WorkerJobs jobs;
    private final ScheduledExecutorService timer;
    private final ExecutorService handlers;
    private final Finisher finisher;
    private final JobPoller poller;

    Worker(WorkerBuilder plan) {
        this.plan = plan;
        this.jobs = new WorkerJobs(plan.listener());
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "reeve-leases-" + plan.name());
            thread.setDaemon(true);
            return thread;
        });
        this.handlers = HandlerThreads.open("reeve-job-" + plan.name());
        HttpCalls calls = plan.reeve().calls().ofWorker();
        this.finisher = new Finisher(plan, calls, jobs, timer);
        LeaseKeeper keeper = new LeaseKeeper(calls, jobs, plan.lease());
        long stepNanos = keeper.stepTime().toNanos();
        timer.scheduleWithFixedDelay(() -> step(keeper), stepNanos, stepNanos, TimeUnit.NANOSECONDS);
        this.poller = new JobPoller(plan, calls, this::work, jobs::size);
        poller.start();
    }

    /** An exception must not end the renewals of all other jobs. */
    private static void step(LeaseKeeper keeper) {
        try {
            keeper.step();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a renewal of leases failed", e);
        }
    }

    public String name() {
        return plan.name();
    }

    /** Works on a job; its place is free afterwards. */
    private void work(HeldJob job) {
        jobs.add(job);
        if (poller.isClosed()) {
            giveUp(job);
            poller.free();
            return;
        }
        handlers.execute(() -> {
            try {
                if (job.begin()) {
                    run(job);
                }
            } finally {
                poller.free();
            }
        });
    }

    private void run(HeldJob job) {
        jobs.started(job);
        FinishReport report = HandlerCall.of(plan, job);
        jobs.returned();
        if (job.end()) {
            finisher.report(job, report);
        } else if (!job.isFinishing()) {
            // Otherwise the worker is closing and has given the job back already.
            jobs.lost(job, "its lease was lost before the handler returned");
        }
    }

    private void giveUp(HeldJob job) {
        if (job.giveUp()) {
            finisher.report(job, new FinishReport.Released(Duration.ZERO));
        }
    }

    public WorkerHealth health() {
        int running = jobs.running();
        return new WorkerHealth(
                poller.isHealthy(),
                poller.problem(),
                poller.sinceAnswer(),
                running,
                Math.max(0, jobs.size() - running),
                jobs.finishedCount(),
                jobs.lostCount());
    }

    /** Takes no more jobs. Those at hand go on. */
    public void quiet() {
        poller.close();
    }

    /**
     * Takes no more jobs, and waits for the handlers while their leases are renewed. When the drain time is over, the others are
     * interrupted and their jobs given back.
     */
    @Override
    public void close() {
        close(plan.drain());
    }

    public void close(Duration longest) {
        poller.close();
        try {
            if (!jobs.awaitNone(longest.toNanos())) {
                jobs.all().forEach(this::giveUp);
                jobs.awaitNone(LAST_REPORTS.toNanos());
            }
            poller.join();
        } catch (InterruptedException e) {
            jobs.all().forEach(this::giveUp);
            Thread.currentThread().interrupt();
        }
        timer.shutdownNow();
        handlers.shutdown();
        List<HeldJob> left = jobs.all();
        left.forEach(job -> jobs.lost(job, "the worker was closed before the server confirmed its end"));
    }

    /** Ends as a process that is killed: nothing more is sent, and every handler is interrupted. For tests. */
    void kill() {
        poller.close();
        timer.shutdownNow();
        jobs.all().forEach(job -> jobs.lost(job, "killed"));
        handlers.shutdownNow();
    }
}
