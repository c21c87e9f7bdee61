package dev.reeve.client;

import dev.reeve.client.observe.JobObserver;
import dev.reeve.client.observe.JobOperation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the reports of a worker together: when the first one has waited for 5 ms, or there are 100. A report that is not confirmed is
 * sent again until its lease is over; the server executes it once. Several requests may be under way.
 */
final class Finisher {
    private static final System.Logger LOG = System.getLogger(Finisher.class.getName());
    private static final Duration GATHERING = Duration.ofMillis(5);
    private static final int ENOUGH = 100;
    private static final int MOST_BYTES = 8 * 1024 * 1024;
    private static final int MOST_UNDERWAY = 4;
    private static final int TOO_LARGE = 413;

    /** @param tries how often it was sent without success */
    record Item(HeldJob job, FinishReport report, int tries) {
        Item again() {
            return new Item(job, report, tries + 1);
        }
    }

    private final WorkerBuilder plan;
    private final HttpCalls calls;
    private final WorkerJobs jobs;
    private final ScheduledExecutorService timer;
    private final Deque<Item> waiting = new ArrayDeque<>();
    private int underway;
    private boolean timed;

    Finisher(WorkerBuilder plan, HttpCalls calls, WorkerJobs jobs, ScheduledExecutorService timer) {
        this.plan = plan;
        this.calls = calls;
        this.jobs = jobs;
        this.timer = timer;
    }

    void report(HeldJob job, FinishReport report) {
        put(new Item(job, report, 0));
    }

    private void put(Item item) {
        List<Item> batch = null;
        synchronized (this) {
            waiting.add(item);
            if (waiting.size() >= ENOUGH) {
                batch = take();
            } else if (!timed) {
                timed = true;
                later(this::flush, GATHERING);
            }
        }
        if (batch != null) {
            send(batch);
        }
    }

    private void later(Runnable task, Duration delay) {
        try {
            timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "the worker has closed before everything was confirmed");
        }
    }

    private void flush() {
        List<Item> batch;
        synchronized (this) {
            timed = false;
            batch = take();
        }
        if (batch != null) {
            send(batch);
        }
    }

    /** The next reports, if one more request may be sent. */
    private synchronized @Nullable List<Item> take() {
        if (waiting.isEmpty() || underway >= MOST_UNDERWAY) {
            return null;
        }
        List<Item> batch = new ArrayList<>();
        long bytes = 0;
        while (!waiting.isEmpty() && batch.size() < Reeve.MOST_JOBS && bytes < MOST_BYTES) {
            Item next = waiting.remove();
            bytes += next.report.bytes();
            batch.add(next);
        }
        underway++;
        return batch;
    }

    private void send(List<Item> batch) {
        List<Item> live = new ArrayList<>(batch.size());
        for (Item item : batch) {
            if (item.tries > 0 && item.job.isOver(System.nanoTime())) {
                jobs.lost(item.job, "its end was not confirmed before the lease was over");
            } else {
                live.add(item);
            }
        }
        if (live.isEmpty()) {
            done();
            return;
        }
        JobObserver.Running running =
                plan.reeve().observers().begin(() -> plan.operation(JobOperation.Kind.SETTLE, live.size()));
        calls.once(request(live))
                .orTimeout(patience(live).toNanos(), TimeUnit.NANOSECONDS)
                .whenComplete((answer, failure) -> {
                    running.end(failure);
                    try {
                        answered(live, answer, failure);
                    } finally {
                        done();
                    }
                });
    }

    static ApiCall request(List<Item> items) {
        return ApiCall.post("/v1/bulk/finish", out -> {
            out.writeArrayFieldStart("jobs");
            for (Item item : items) {
                out.writeStartObject();
                out.writeStringField("id", item.job.id());
                out.writeStringField("lease_token", item.job.token());
                item.report.write(out);
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }

    /** A request without an answer is sent again while there is time: after a third of what is left of the first lease. */
    private static Duration patience(List<Item> items) {
        long now = System.nanoTime();
        long left = items.stream()
                .mapToLong(item -> item.job.deadlineNanos() - now)
                .min()
                .orElse(0);
        return Duration.ofNanos(Math.max(Duration.ofMillis(500).toNanos(), left / 3));
    }

    private void answered(List<Item> items, @Nullable ApiAnswer answer, @Nullable Throwable failure) {
        if (failure != null || answer == null || answer.isTemporary()) {
            items.forEach(this::repeat);
        } else if (answer.isGood()) {
            List<JsonObject> results = answer.json().objects("results");
            for (int i = 0; i < items.size(); i++) {
                confirmed(items.get(i), results.get(i));
            }
        } else if (answer.status() == TOO_LARGE && items.size() > 1) {
            // Each on its own: the one that is too large is told from the others.
            items.forEach(item -> sendAlone(item.again()));
        } else {
            items.forEach(item -> refused(item, answer.problem()));
        }
    }

    private void repeat(Item item) {
        later(() -> put(item.again()), Jitter.after(item.tries + 1));
    }

    private void sendAlone(Item item) {
        synchronized (this) {
            underway++;
        }
        send(List.of(item));
    }

    private void confirmed(Item item, JsonObject result) {
        JsonObject problem = result.object("problem");
        if (problem == null) {
            jobs.finished(item.job, result.text("state"));
        } else {
            refused(item, ReeveException.of((int) problem.number("status"), problem));
        }
    }

    private void refused(Item item, ReeveException problem) {
        FinishReport other = FinishReport.instead(item.report, problem);
        if (other != null) {
            put(new Item(item.job, other, item.tries));
        } else if (problem.status() == 507 || problem.status() == 500) {
            repeat(item);
        } else {
            jobs.lost(item.job, problem.type());
        }
    }

    private void done() {
        List<Item> batch = null;
        synchronized (this) {
            underway--;
            if (waiting.size() >= ENOUGH || !timed) {
                batch = take();
            }
        }
        if (batch != null) {
            send(batch);
        }
    }
}
