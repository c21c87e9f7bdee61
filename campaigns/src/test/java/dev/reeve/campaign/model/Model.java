package dev.reeve.campaign.model;

import dev.reeve.campaign.model.ModelJob.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A simple model of the server: lists with linear search. It is written from the protocol documentation and shares no code
 * with the engine, so that each can check the other.
 */
final class Model {
    static final long FOREVER = Long.MAX_VALUE;
    static final long SECOND = 1_000_000;

    /** A queue and its declared settings. */
    static final class Queue {
        @Nullable
        Terms terms;

        boolean paused;
        long knownAt = FOREVER;
    }

    /** Ocypod settings of a queue or a job. */
    record Terms(long timeout, long heartbeat, long expires, int retries, List<Long> delays) {
        static final Terms USUAL = new Terms(300 * SECOND, 0, 300 * SECOND, 0, List.of());
    }

    final List<ModelJob> jobs = new ArrayList<>();
    final TreeMap<String, Queue> queues = new TreeMap<>();
    final List<Waiter> waiters = new ArrayList<>();
    final Map<String, StringBuilder> told = new HashMap<>();
    final Map<String, String> heard = new HashMap<>();
    final Map<String, Integer> totals = new HashMap<>();
    final Tries tries = new Tries(this);
    final Lazy lazy = new Lazy(this);
    long now;
    /** The time that waits are measured by: it goes on by what passes, whatever the clocks say. */
    long uptime;

    /** How far the server's time is ahead of the wall clock; 0 if it is not. */
    long ahead;

    long lastNumber;
    long lastToken;
    long largestToken;
    long evicted;

    // Replies

    void tell(String client, String reply) {
        told.computeIfAbsent(client, name -> new StringBuilder()).append(reply);
    }

    /** The actual reply of the server, for values that the server is free to choose. */
    String heardBy(String client) {
        return heard.getOrDefault(client, "");
    }

    void count(String what) {
        totals.merge(what, 1, Integer::sum);
    }

    // Queries

    @Nullable
    ModelJob find(String id) {
        return jobs.stream().filter(job -> job.id.equals(id)).findFirst().orElse(null);
    }

    @Nullable
    ModelJob find(long number) {
        return jobs.stream().filter(job -> job.number == number).findFirst().orElse(null);
    }

    List<ModelJob> in(String queue, State... states) {
        return jobs.stream()
                .filter(job -> job.queue.equals(queue) && !job.queueDeleted)
                .filter(job -> List.of(states).contains(job.state))
                .toList();
    }

    /** The ready jobs in lease order. Stalled jobs come first, by descending id. */
    List<ModelJob> ready(String queue) {
        return in(queue, State.READY).stream().sorted(Model::inOrder).toList();
    }

    private static int inOrder(ModelJob a, ModelJob b) {
        if (a.stalled || b.stalled) {
            return a.stalled != b.stalled ? (a.stalled ? -1 : 1) : b.id.compareTo(a.id);
        }
        if (a.priority != b.priority) {
            return Long.compare(b.priority, a.priority);
        }
        if (a.due != b.due) {
            return Long.compare(a.due, b.due);
        }
        if (a.lazy != b.lazy) {
            return a.lazy ? 1 : -1;
        }
        return a.lazy ? b.id.compareTo(a.id) : Long.compare(a.number, b.number);
    }

    List<ModelJob> scheduled(String queue) {
        return in(queue, State.SCHEDULED, State.RETRYING).stream()
                .sorted(Comparator.<ModelJob>comparingLong(job -> job.due).thenComparingLong(job -> job.number))
                .toList();
    }

    // Time

    /** Executes due timers, earliest first, then serves waiters, then ends waiters whose timeout has passed. */
    void tick() {
        ModelJob next = earliest();
        while (next != null) {
            ring(next);
            next = earliest();
        }
        serve();
        for (Waiter waiter : List.copyOf(waiters)) {
            if (waiter.deadline() <= uptime) {
                waiters.remove(waiter);
                tell(waiter.client(), waiter.nothing());
            }
        }
    }

    private @Nullable ModelJob earliest() {
        return jobs.stream()
                .filter(job -> timer(job) <= now)
                .min(Comparator.comparingLong(this::timer).thenComparingLong(job -> job.number))
                .orElse(null);
    }

    long timer(ModelJob job) {
        return Math.min(expiry(job), Math.min(waitEnd(job), turn(job)));
    }

    private static long expiry(ModelJob job) {
        long lives = plus(job.starts, job.ttl);
        return job.hasEnded() ? Math.min(lives, plus(job.ended, job.keep)) : lives;
    }

    private static long waitEnd(ModelJob job) {
        return job.foreground && job.waits() ? plus(job.starts, job.wait) : FOREVER;
    }

    private static long turn(ModelJob job) {
        if (job.lazy) {
            return FOREVER;
        }
        if (job.state == State.LEASED) {
            return job.deadline;
        }
        return job.state == State.SCHEDULED || job.state == State.RETRYING ? job.due : FOREVER;
    }

    private void ring(ModelJob job) {
        long due = timer(job);
        if (due == expiry(job)) {
            evicted += job.hasEnded() || job.foreground ? 0 : 1;
            remove(job, "gone");
        } else if (due == waitEnd(job)) {
            remove(job, "late");
        } else if (job.state == State.LEASED && job.isUndelivered()) {
            job.attempts--;
            Tokens.release(this, job);
        } else if (job.state == State.LEASED) {
            tries.lapse(job);
        } else {
            tries.becomeReady(job);
        }
    }

    static long plus(long moment, long duration) {
        return duration == FOREVER || moment > FOREVER - Math.max(0, duration) ? FOREVER : moment + duration;
    }

    // Adding and removing jobs

    ModelJob add(String id, String queue, String payload) {
        ModelJob job = new ModelJob(++lastNumber, id, queue, payload, now);
        job.history.add(ModelHistory.put(now, queue));
        jobs.add(job);
        queues.computeIfAbsent(queue, name -> new Queue()).knownAt = Math.min(queues.get(queue).knownAt, 0);
        count("created");
        return job;
    }

    /** Removes the job and notifies the waiters for its end. */
    void remove(ModelJob job, String how) {
        removeAlone(job, how);
        lazy.free(now, job.id);
    }

    void removeAlone(ModelJob job, String how) {
        if (!job.hasEnded()) {
            ended(job, how);
        }
        jobs.remove(job);
    }

    /** Notifies all waiters for the end of the job. */
    void ended(ModelJob job, String how) {
        for (Waiter waiter : List.copyOf(waiters)) {
            if (!waiter.wantsLease() && waiter.number() == job.number) {
                waiters.remove(waiter);
                tell(waiter.client(), waiter.reply().apply(job).replace("$how", how));
            }
        }
    }

    // Leases

    ModelJob lease(ModelJob job, Waiter.Lender lender, long callerNow, long deadline) {
        job.state = State.LEASED;
        job.stalled = false;
        job.attempts++;
        job.timedOut = false;
        job.wasLeased = true;
        job.token = 0;
        job.worker = lender.worker();
        job.leasedAt = job.lazy ? callerNow : now;
        job.renewedAt = 0;
        job.inDoubt = false;
        job.deadline = deadline;
        job.disowned = false;
        if (job.story) {
            lazy.note(job, ModelHistory.popped(callerNow, lender.worker()));
        }
        return job;
    }

    long leaseEnd(ModelJob job, long asked, long started, long alive) {
        if (asked > 0) {
            return plus(alive, asked);
        }
        long lasts = job.leaseLasts > 0 ? job.leaseLasts : lazy.heartbeat(job.queue);
        long end = plus(started, lasts);
        return job.heartbeat > 0 ? Math.min(end, plus(alive, job.heartbeat)) : end;
    }

    /** Leases jobs to waiters, in order of arrival. */
    void serve() {
        boolean again = true;
        while (again) {
            again = false;
            for (Waiter waiter : List.copyOf(waiters)) {
                again |= waiter.wantsLease() && serve(waiter);
            }
        }
    }

    /** The candidate may have an expired lock, whose worker first only gets a warning. */
    private boolean serve(Waiter waiter) {
        List<String> names = withJobs(waiter);
        while (!names.isEmpty()) {
            String name = choose(names, waiter.client());
            List<ModelJob> next = lazy.take(name, now, true, 1);
            if (!next.isEmpty()) {
                ModelJob job = next.get(0);
                lease(job, waiter.lender(), now, leaseEnd(job, waiter.lender().lasts(), now, now));
                waiters.remove(waiter);
                tell(waiter.client(), waiter.reply().apply(job));
                return true;
            }
            names = withJobs(waiter);
        }
        return false;
    }

    private List<String> withJobs(Waiter waiter) {
        return waiter.queues().stream()
                .distinct()
                .filter(name -> lazy.readyCount(name) > 0)
                .toList();
    }

    /** All candidates are valid; the reply shows which one the server chose. */
    private String choose(List<String> names, String client) {
        for (String name : names) {
            List<ModelJob> ready = ready(name);
            if (names.size() > 1 && !ready.isEmpty() && heardBy(client).contains(ready.get(0).id)) {
                return name;
            }
        }
        return names.get(0);
    }

    /** Leases a job of one of the queues, or waits for one. */
    void lease(Waiter waiter) {
        waiters.add(waiter);
        tick();
    }

    /** The client has disconnected. */
    void hangUp(String client) {
        for (Waiter waiter : List.copyOf(waiters)) {
            if (waiter.client().equals(client)) {
                waiters.remove(waiter);
                ModelJob job = waiter.wantsLease() ? null : find(waiter.number());
                if (job != null && job.foreground && job.waits() && job.caller.equals(client)) {
                    remove(job, "gone");
                }
            }
        }
        told.remove(client);
    }

    /** The server was restarted. */
    void restart() {
        waiters.clear();
        told.clear();
        for (ModelJob job : List.copyOf(jobs)) {
            if (job.foreground && job.waits()) {
                remove(job, "gone");
            }
        }
    }
}
