package dev.reeve.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread that asks for jobs: for as many as there are free places, so that no job is held that nobody works on. A request
 * that is not answered after twice its wait is dropped and sent anew.
 */
final class JobPoller {
    private static final System.Logger LOG = System.getLogger(JobPoller.class.getName());
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final int WAITS_A_LEASE = 3;
    private static final int MOST_HELD_A_PLACE = 40;
    private static final long PAUSE_MILLIS = 2;

    private final WorkerBuilder plan;
    private final Consumer<HeldJob> worker;
    private final IntSupplier held;
    private final Semaphore places;
    private final Duration wait;
    private final Thread thread;
    private volatile boolean closed;
    private volatile String problem = "";
    private volatile long answeredNanos = System.nanoTime();
    private volatile @Nullable CompletableFuture<ApiAnswer> poll;

    /** @param held how many jobs the worker has, with those whose end is not confirmed */
    JobPoller(WorkerBuilder plan, Consumer<HeldJob> worker, IntSupplier held) {
        this.plan = plan;
        this.held = held;
        this.worker = worker;
        this.places = new Semaphore(plan.concurrency());
        // The end of a lease is counted from the moment of the request: the wait must be a part of it only.
        Duration part = plan.lease().dividedBy(WAITS_A_LEASE);
        this.wait = part.compareTo(LONGEST_WAIT) < 0 ? part : LONGEST_WAIT;
        this.thread = new Thread(this::run, "reeve-poll-" + plan.name());
    }

    void start() {
        thread.start();
    }

    /** A place is free again. */
    void free() {
        places.release();
    }

    boolean isClosed() {
        return closed;
    }

    /** Asks no more. A request that waits is dropped. */
    void close() {
        closed = true;
        CompletableFuture<ApiAnswer> waiting = poll;
        if (waiting != null) {
            waiting.cancel(true);
        }
        thread.interrupt();
    }

    void join() throws InterruptedException {
        thread.join(SLACK.toMillis());
    }

    String problem() {
        return problem;
    }

    Duration sinceAnswer() {
        return Duration.ofNanos(System.nanoTime() - answeredNanos);
    }

    boolean isHealthy() {
        Duration late = wait.multipliedBy(2).plus(SLACK);
        boolean busy = places.availablePermits() == 0 && problem.isEmpty();
        return closed
                || (thread.isAlive()
                        && problem.isEmpty()
                        && (busy || sinceAnswer().compareTo(late) < 0));
    }

    private void run() {
        int failures = 0;
        while (!closed) {
            try {
                int count = takePlaces();
                int used = 0;
                try {
                    used = acquire(count);
                    failures = 0;
                    problem = "";
                } catch (ReeveException e) {
                    failures++;
                    failed(e);
                } finally {
                    places.release(count - used);
                }
                if (failures > 0 && !closed) {
                    Thread.sleep(Jitter.after(failures).toMillis());
                }
            } catch (InterruptedException e) {
                // Somebody closes the worker.
                LOG.log(System.Logger.Level.DEBUG, "{0} was interrupted", thread.getName());
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "a request for jobs failed", e);
                failures++;
            }
        }
    }

    private int takePlaces() throws InterruptedException {
        // A handler may be done long before the server has confirmed the job.
        while (held.getAsInt() > MOST_HELD_A_PLACE * plan.concurrency()) {
            Thread.sleep(PAUSE_MILLIS);
        }
        places.acquire();
        int count = 1;
        while (count < Reeve.MOST_JOBS && places.tryAcquire()) {
            count++;
        }
        return count;
    }

    private void failed(ReeveException e) {
        String text = e.type() + ": " + e.getMessage();
        if (!closed && !text.equals(problem)) {
            problem = text;
            LOG.log(System.Logger.Level.WARNING, "worker {0} gets no jobs: {1}", plan.name(), text);
        }
    }

    /** Returns how many jobs it got. */
    private int acquire(int count) throws InterruptedException {
        long sentNanos = System.nanoTime();
        CompletableFuture<ApiAnswer> sent = plan.reeve().calls().once(request(plan, count, wait));
        poll = sent;
        if (closed) {
            sent.cancel(true);
        }
        Duration longest = wait.multipliedBy(2).plus(SLACK);
        List<JsonObject> got = await(sent, longest).orThrow().json().objects("jobs");
        answeredNanos = System.nanoTime();
        long untilNanos = sentNanos + plan.lease().toNanos();
        long marginNanos = LeaseKeeper.stepTime(plan.lease()).toNanos();
        got.forEach(job -> worker.accept(new HeldJob(job, untilNanos, marginNanos)));
        return got.size();
    }

    private static ApiAnswer await(CompletableFuture<ApiAnswer> sent, Duration longest) throws InterruptedException {
        try {
            return sent.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new ReeveException(ReeveException.TIMEOUT, 0, "no answer after " + longest, e);
        } catch (InterruptedException e) {
            // What was leased meanwhile is taken, so that it can be given back.
            if (sent.isDone() && !sent.isCompletedExceptionally()) {
                return sent.join();
            }
            throw e;
        } catch (ExecutionException | CompletionException e) {
            throw HttpCalls.thrown(e.getCause());
        } catch (CancellationException e) {
            throw new ReeveException(ReeveException.INTERRUPTED, 0, "the worker is closed", e);
        }
    }

    static ApiCall request(WorkerBuilder plan, int count, Duration wait) {
        return ApiCall.post("/v1/acquire", out -> {
                    out.writeArrayFieldStart("queues");
                    for (String queue : plan.queues()) {
                        out.writeString(queue);
                    }
                    out.writeEndArray();
                    if (plan.isListed()) {
                        out.writeStringField("order", "listed");
                    }
                    out.writeNumberField("count", count);
                    out.writeStringField("wait", WireText.of(wait));
                    out.writeStringField("lease", WireText.of(plan.lease()));
                    out.writeStringField("worker", plan.name());
                })
                .waiting(wait);
    }
}
