package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Renews the leases of all jobs of a worker in one request every third of a lease, and tells handlers of cancels and lost leases.
 * A lease counts as lost when the server says so, or when it may be over because no renewal was confirmed in time: its end is
 * counted from the moment at which the confirmed request was sent, so that it never is after the server's.
 */
final class LeaseKeeper {
    private static final Duration SHORTEST_STEP = Duration.ofMillis(5);
    private static final Duration LONGEST_STEP = Duration.ofSeconds(1);
    private static final int STEPS_A_LEASE = 12;
    private static final int RENEWALS_A_LEASE = 3;
    /** What the server says of a lease that is not the current one. */
    static final Set<String> OVER = Set.of("stale-lease", "not-leased", "job-not-found", "already-ended");

    private final HttpCalls calls;
    private final WorkerJobs jobs;
    private final Duration lease;
    private final AtomicInteger underway = new AtomicInteger();
    private volatile long nextNanos;

    LeaseKeeper(HttpCalls calls, WorkerJobs jobs, Duration lease) {
        this.calls = calls;
        this.jobs = jobs;
        this.lease = lease;
        this.nextNanos = System.nanoTime() + interval().toNanos();
    }

    private Duration interval() {
        return lease.dividedBy(RENEWALS_A_LEASE);
    }

    /** How often {@link #step} is to be called. */
    Duration stepTime() {
        return stepTime(lease);
    }

    static Duration stepTime(Duration lease) {
        Duration part = lease.dividedBy(STEPS_A_LEASE);
        if (part.compareTo(SHORTEST_STEP) < 0) {
            return SHORTEST_STEP;
        }
        return part.compareTo(LONGEST_STEP) > 0 ? LONGEST_STEP : part;
    }

    /** Looks at all leases. Never blocks. */
    void step() {
        long now = System.nanoTime();
        List<HeldJob> running = new ArrayList<>();
        for (HeldJob job : jobs.all()) {
            if (job.isRunning()) {
                if (job.isOver(now)) {
                    jobs.lost(job, "its lease was not renewed in time");
                } else {
                    running.add(job);
                }
            }
        }
        boolean isTime = now - nextNanos >= 0;
        if (underway.get() > 0) {
            return;
        }
        if (isTime) {
            nextNanos = now + interval().toNanos();
        } else {
            running.removeIf(job -> job.progressNote() == null);
        }
        for (int from = 0; from < running.size(); from += Reeve.MOST_JOBS) {
            renew(List.copyOf(running.subList(from, Math.min(running.size(), from + Reeve.MOST_JOBS))));
        }
    }

    /** @param note the progress that is sent along */
    private record Renewal(HeldJob job, HeldJob.@Nullable ProgressNote note) {
        void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeStringField("id", job.id());
            out.writeStringField("lease_token", job.token());
            if (note != null) {
                out.writeObjectFieldStart("progress");
                out.writeNumberField("percent", note.percent());
                out.writeStringField("message", note.message());
                out.writeEndObject();
            }
            out.writeEndObject();
        }
    }

    private void renew(List<HeldJob> some) {
        underway.incrementAndGet();
        long sentNanos = System.nanoTime();
        List<Renewal> renewals =
                some.stream().map(job -> new Renewal(job, job.progressNote())).toList();
        ApiCall call = ApiCall.post("/v1/bulk/renew", out -> {
            out.writeStringField("for", WireText.of(lease));
            out.writeArrayFieldStart("leases");
            for (Renewal renewal : renewals) {
                renewal.write(out);
            }
            out.writeEndArray();
        });
        calls.once(call).orTimeout(interval().toNanos(), TimeUnit.NANOSECONDS).whenComplete((answer, failure) -> {
            underway.decrementAndGet();
            if (failure == null && answer.isGood()) {
                renewed(renewals, answer.json().objects("results"), sentNanos + lease.toNanos());
            } else {
                // At the next step: the lease may not last until the next interval.
                nextNanos = System.nanoTime();
            }
        });
    }

    private void renewed(List<Renewal> some, List<JsonObject> results, long untilNanos) {
        for (int i = 0; i < some.size() && i < results.size(); i++) {
            HeldJob job = some.get(i).job;
            JsonObject problem = results.get(i).object("problem");
            if (problem == null) {
                job.renewed(untilNanos, some.get(i).note, results.get(i).flag("cancel_requested"));
            } else {
                ReeveException why = ReeveException.of((int) problem.number("status"), problem);
                // A job that has been reported meanwhile is no longer leased.
                if (OVER.contains(why.type()) && job.isRunning()) {
                    jobs.lost(job, why.type());
                }
            }
        }
    }
}
