package dev.reeve.client;

import dev.reeve.client.observe.JobObserver;
import dev.reeve.client.observe.JobOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Two threads that ask for jobs in turn: for as many as there are free {@link Places}, so that no job is held that nobody works on.
 * While one waits for the server, the other hands jobs to their threads. A request that is not answered after twice its wait is
 * dropped and sent anew.
 */
final class JobPoller {
    private static final System.Logger LOG = System.getLogger(JobPoller.class.getName());
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final int WAITS_A_LEASE = 3;
    private static final int MOST_HELD_A_PLACE = 40;
    private static final long PAUSE_MILLIS = 2;
    private static final int THREADS = 2;

    private final WorkerBuilder plan;
    private final HttpCalls calls;
    private final Consumer<HeldJob> worker;
    private final IntSupplier held;
    private final Places places;
    private final Duration wait;
    private final List<Thread> threads;
    private final Map<Thread, CompletableFuture<ApiAnswer>> polls = new ConcurrentHashMap<>();
    private volatile boolean closed;
    private volatile String problem = "";
    private volatile long answeredNanos = System.nanoTime();

    /** @param held how many jobs the worker has, with those whose end is not confirmed */
    JobPoller(WorkerBuilder plan, HttpCalls calls, Consumer<HeldJob> worker, IntSupplier held) {
        this.plan = plan;
        this.calls = calls;
        this.held = held;
        this.worker = worker;
        this.places = new Places(plan.concurrency());
        // The end of a lease is counted from the moment of the request: the wait must be a part of it only.
        Duration part = plan.lease().dividedBy(WAITS_A_LEASE);
        this.wait = part.compareTo(LONGEST_WAIT) < 0 ? part : LONGEST_WAIT;
        this.threads = IntStream.rangeClosed(1, Math.min(THREADS, plan.concurrency()))
                .mapToObj(number -> new Thread(this::run, "reeve-poll-" + plan.name() + "-" + number))
                .toList();
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** A place is free again. */
    void free() {
        places.free();
    }

    boolean isClosed() {
        return closed;
    }

    /** Asks no more. Requests that wait are dropped. */
    void close() {
        closed = true;
        polls.values().forEach(poll -> poll.cancel(true));
        threads.forEach(Thread::interrupt);
    }

    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(SLACK.toMillis());
        }
    }

    String problem() {
        return problem;
    }

    Duration sinceAnswer() {
        return Duration.ofNanos(System.nanoTime() - answeredNanos);
    }

    boolean isHealthy() {
        Duration late = wait.multipliedBy(2).plus(SLACK);
        boolean busy = places.areTaken() && problem.isEmpty();
        return closed
                || (threads.stream().allMatch(Thread::isAlive)
                        && problem.isEmpty()
                        && (busy || sinceAnswer().compareTo(late) < 0));
    }

    private void run() {
        int failures = 0;
        while (!closed) {
            try {
                awaitConfirmations();
                failures = acquire(places.take()) ? 0 : failures + 1;
                if (failures > 0 && !closed) {
                    Thread.sleep(Jitter.after(failures).toMillis());
                }
            } catch (InterruptedException e) {
                // Somebody closes the worker.
                LOG.log(
                        System.Logger.Level.DEBUG,
                        "{0} was interrupted",
                        Thread.currentThread().getName());
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "a request for jobs failed", e);
                failures++;
            }
        }
    }

    /** A handler may be done long before the server has confirmed the job. */
    private void awaitConfirmations() throws InterruptedException {
        while (held.getAsInt() > MOST_HELD_A_PLACE * plan.concurrency()) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Asks for so many jobs. Returns whether the server has answered. */
    private boolean acquire(int count) throws InterruptedException {
        List<HeldJob> jobs = List.of();
        try {
            jobs = ask(count);
            problem = "";
            return true;
        } catch (ReeveException e) {
            failed(e);
            return false;
        } finally {
            places.answered(count, jobs.size());
            jobs.forEach(worker);
        }
    }

    private void failed(ReeveException e) {
        String text = e.type() + ": " + e.getMessage();
        if (!closed && !text.equals(problem)) {
            problem = text;
            LOG.log(System.Logger.Level.WARNING, "worker {0} gets no jobs: {1}", plan.name(), text);
        }
    }

    @SuppressWarnings("CollectionUndefinedEquality") // a future is equal to itself only, which is meant
    private List<HeldJob> ask(int count) throws InterruptedException {
        long sentNanos = System.nanoTime();
        CompletableFuture<ApiAnswer> sent = calls.once(request(plan, count, wait));
        polls.put(Thread.currentThread(), sent);
        try {
            if (closed) {
                sent.cancel(true);
            }
            ApiAnswer answer = await(sent, wait.multipliedBy(2).plus(SLACK)).orThrow();
            answeredNanos = System.nanoTime();
            return received(
                    answer.json().objects("jobs"), sentNanos + plan.lease().toNanos());
        } finally {
            polls.remove(Thread.currentThread());
        }
    }

    private List<HeldJob> received(List<JsonObject> got, long untilNanos) {
        if (got.isEmpty()) {
            return List.of();
        }
        JobObserver.Running running =
                plan.reeve().observers().begin(() -> plan.operation(JobOperation.Kind.RECEIVE, got.size()));
        long marginNanos = LeaseKeeper.stepTime(plan.lease()).toNanos();
        List<HeldJob> jobs = new ArrayList<>(got.size());
        got.forEach(job -> jobs.add(new HeldJob(job, plan.reeve().codecs(), untilNanos, marginNanos)));
        running.end(null);
        return jobs;
    }

    private static ApiAnswer await(CompletableFuture<ApiAnswer> sent, Duration longest) throws InterruptedException {
        try {
            return sent.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw new ReeveException(ReeveException.TIMEOUT, 0, "no answer after " + WireText.of(longest), e);
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
