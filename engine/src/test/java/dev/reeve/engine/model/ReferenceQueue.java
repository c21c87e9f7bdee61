package dev.reeve.engine.model;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Done;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Failed;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.Renewed;
import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeaseEnd;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.QueueOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rules once more, as plainly as they can be said: one list, searched from end to end for everything. Slow, and
 * written without a look at how the engine does it, so that the two can check each other.
 */
class ReferenceQueue {
    private static final JobError WORKER_LOST = new JobError("reeve:worker-lost", "", "", 0);
    static final long FOREVER = Long.MAX_VALUE;
    private static final int TIMERS_PER_ENTRY = 1000;
    private static final long USUAL_LEASE = 60_000_000;

    final List<ReferenceJob> jobs = new ArrayList<>();
    final TreeSet<String> queues = new TreeSet<>();
    long numbers;
    long tokens;
    long evicted;
    private long at;
    private Effects effects = Effects.NONE;

    Outcome<?> apply(Entry<?> entry, Effects listener) {
        at = entry.atMicros();
        effects = listener;
        for (int i = 0; i < TIMERS_PER_ENTRY && nextTimer() <= at; i++) {
            long next = nextTimer();
            ring(jobs.stream().filter(job -> timerOf(job) == next).findFirst().orElseThrow());
        }
        Object command = entry.command();
        if (command instanceof Add add) {
            return add(add);
        } else if (command instanceof Acquire acquire) {
            return acquire(acquire, entry.seed());
        } else if (command instanceof Complete complete) {
            return complete(complete);
        } else if (command instanceof Fail fail) {
            return fail(fail, entry.seed());
        } else if (command instanceof Release release) {
            return release(release);
        } else if (command instanceof Renew renew) {
            return renew(renew);
        } else if (command instanceof Delete delete) {
            return delete(delete);
        } else if (command instanceof Abandon abandon) {
            return abandon(abandon);
        } else if (command instanceof AbandonAll) {
            new ArrayList<>(jobs).forEach(this::abandon);
        }
        return Outcome.done();
    }

    long nextTimer() {
        return jobs.stream().mapToLong(this::timerOf).min().orElse(FOREVER);
    }

    List<ReferenceJob> ready(String queue) {
        return jobs.stream()
                .filter(job -> job.queue.equals(queue) && job.state == State.READY)
                .sorted(Comparator.<ReferenceJob>comparingLong(job -> job.priority)
                        .reversed()
                        .thenComparingLong(job -> job.due)
                        .thenComparingLong(job -> job.number))
                .toList();
    }

    List<ReferenceJob> scheduled(String queue) {
        return jobs.stream()
                .filter(job -> job.queue.equals(queue))
                .filter(job -> job.state == State.SCHEDULED || job.state == State.RETRYING)
                .sorted(Comparator.<ReferenceJob>comparingLong(job -> job.due).thenComparingLong(job -> job.number))
                .toList();
    }

    @Nullable
    ReferenceJob find(JobRef ref) {
        return jobs.stream()
                .filter(job -> ref.id() != null ? job.id.equals(ref.id()) : job.number == ref.number())
                .findFirst()
                .orElse(null);
    }

    // Timers

    private long timerOf(ReferenceJob job) {
        return Math.min(expiry(job), Math.min(waitEnd(job), turn(job)));
    }

    private static long expiry(ReferenceJob job) {
        long lives = plus(job.starts, job.terms.ttlMicros());
        return job.state.ended()
                ? Math.min(lives, plus(job.ended, job.terms.keep().micros(job.state)))
                : lives;
    }

    private static long waitEnd(ReferenceJob job) {
        boolean waits = job.terms.foreground() && !job.state.ended() && job.state != State.LEASED;
        return waits ? plus(job.starts, job.terms.waitMicros()) : FOREVER;
    }

    private static long turn(ReferenceJob job) {
        if (job.state == State.LEASED && job.lease != null) {
            return job.lease.deadlineMicros();
        }
        return job.state == State.SCHEDULED || job.state == State.RETRYING ? job.due : FOREVER;
    }

    private void ring(ReferenceJob job) {
        long now = timerOf(job);
        if (now == expiry(job)) {
            if (!job.state.ended()) {
                evicted += job.terms.foreground() ? 0 : 1;
                tell(job, EndReason.EXPIRED, null);
            }
            jobs.remove(job);
        } else if (now == waitEnd(job)) {
            tell(job, EndReason.NOT_TAKEN, null);
            jobs.remove(job);
        } else if (job.state == State.LEASED) {
            lapse(job);
        } else {
            job.retriesUsed = spent(job);
            job.state = State.READY;
            job.ended = 0;
            job.result = null;
            effects.becameReady(job.queue);
        }
    }

    private void lapse(ReferenceJob job) {
        RetryPolicy policy = job.terms.retry();
        if (job.terms.foreground()) {
            tell(job, EndReason.NOT_FINISHED, null);
            jobs.remove(job);
            return;
        }
        job.timedOut = true;
        if (policy.rule() == RetryPolicy.Rule.ATTEMPTS) {
            if (policy.maxAttempts() == 0 || job.attempts < policy.maxAttempts()) {
                job.state = State.READY;
                effects.becameReady(job.queue);
            } else {
                finish(job, State.TIMED_OUT, EndReason.TIMED_OUT, orStored(null, job));
            }
        } else if (policy.rule() == RetryPolicy.Rule.BACKOFF) {
            job.lapses++;
            boolean triesLeft = policy.maxAttempts() == 0 || job.attempts < policy.maxAttempts();
            if (triesLeft && (policy.maxLapses() == 0 || job.lapses < policy.maxLapses())) {
                job.state = State.READY;
                job.retriesUsed++;
                effects.becameReady(job.queue);
            } else {
                finish(job, State.FAILED, EndReason.FAILED, orStored(null, job), WORKER_LOST);
                tokens++;
            }
        } else if (job.retriesUsed < policy.retries()) {
            retry(job, RetryChoice.POLICY, 0);
        } else if (policy.rule() == RetryPolicy.Rule.RETRIES) {
            finish(job, State.TIMED_OUT, EndReason.TIMED_OUT, new byte[0]);
        } else {
            finish(job, State.FAILED, EndReason.FAILED, new byte[0]);
        }
    }

    // Commands

    private Outcome<?> add(Add add) {
        long starts = add.startsAtMicros() == Add.NOW ? at : add.startsAtMicros();
        if (find(JobRef.of(add.id())) != null) {
            return Outcome.refused(Rejection.JOB_EXISTS);
        }
        if (plus(starts, add.terms().ttlMicros()) <= at) {
            return Outcome.refused(Rejection.EXPIRES_BEFORE_DUE);
        }
        ReferenceJob job = new ReferenceJob(
                ++numbers, add.id(), add.queue(), add.payload(), add.priority(), add.terms(), at, starts);
        jobs.add(job);
        queues.add(job.queue);
        if (job.state == State.READY) {
            effects.becameReady(job.queue);
        }
        return Outcome.of(new AddedJob(job.number, job.id, true, job.state, job.due, null));
    }

    /** One draw from the seed for every job that several queues could give. */
    private Outcome<?> acquire(Acquire acquire, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<LeasedJob> taken = new ArrayList<>();
        while (taken.size() < acquire.count()) {
            List<String> names = acquire.queues().stream()
                    .distinct()
                    .filter(name -> !ready(name).isEmpty())
                    .toList();
            if (names.isEmpty()) {
                break;
            }
            String name = names.size() == 1 ? names.get(0) : chosen(names, acquire, random);
            ReferenceJob job = ready(name).get(0);
            Lease lease = new Lease(++tokens, acquire.worker(), at, 0, leaseEnd(job, acquire.leaseMicros(), at));
            job.state = State.LEASED;
            job.attempts++;
            job.timedOut = false;
            job.lease = lease;
            job.leaseEnd = null;
            taken.add(new LeasedJob(lease, job.view()));
        }
        return Outcome.of(taken);
    }

    private static String chosen(List<String> names, Acquire acquire, SplittableRandom random) {
        if (acquire.order().kind() == QueueOrder.Kind.LISTED) {
            return names.get(0);
        }
        if (acquire.order().kind() == QueueOrder.Kind.RANDOM) {
            return names.get(random.nextInt(names.size()));
        }
        List<String> tickets = new ArrayList<>();
        for (String name : names) {
            int weight = acquire.order().weight(acquire.queues().indexOf(name));
            tickets.addAll(Collections.nCopies(weight, name));
        }
        return tickets.get((int) random.nextLong(tickets.size()));
    }

    private long leaseEnd(ReferenceJob job, long asked, long started) {
        if (asked > 0) {
            return plus(at, asked);
        }
        long own = job.terms.leaseMicros() == 0 ? USUAL_LEASE : job.terms.leaseMicros();
        long beat = job.terms.heartbeatMicros();
        return beat == 0 ? plus(at, own) : Math.min(plus(started, own), plus(at, beat));
    }

    private Outcome<?> complete(Complete complete) {
        ReferenceJob job = find(complete.job());
        if (repeated(job, complete.claim()) == LeaseEnd.COMPLETED) {
            return Outcome.of(State.COMPLETED);
        }
        Rejection no = mayReport(job, complete.claim());
        if (no != null || job == null) {
            return refuse(no);
        }
        job.timedOut = false;
        finish(job, State.COMPLETED, EndReason.COMPLETED, orStored(complete.result(), job));
        noteEnd(job, complete.claim(), LeaseEnd.COMPLETED);
        return Outcome.of(State.COMPLETED);
    }

    private Outcome<?> fail(Fail fail, long seed) {
        ReferenceJob job = find(fail.job());
        LeaseEnd before = repeated(job, fail.claim());
        State reached = before == null ? null : before.afterFail();
        if (job != null && reached != null) {
            return Outcome.of(new Failed(reached, job.due));
        }
        Rejection no = mayReport(job, fail.claim());
        if (no != null || job == null) {
            return refuse(no);
        }
        job.fails++;
        job.timedOut = false;
        RetryPolicy policy = job.terms.retry();
        boolean triesLeft = policy.maxAttempts() == 0 || job.attempts < policy.maxAttempts();
        boolean isFinal =
                policy.rule() == RetryPolicy.Rule.LAPSES || fail.retry().isNever();
        if (job.terms.foreground() || isFinal) {
            finish(job, State.FAILED, EndReason.FAILED, orStored(fail.result(), job));
        } else if ((policy.rule() == RetryPolicy.Rule.RETRIES && spent(job) < policy.retries())
                || (policy.rule() == RetryPolicy.Rule.BACKOFF && triesLeft)) {
            job.lapses = 0;
            retry(job, fail.retry(), seed);
            keepResult(job, fail.result());
        } else if (policy.rule() == RetryPolicy.Rule.ATTEMPTS && mayFailAgain(job) && triesLeft) {
            if (fail.retry().hasDelay() && job.state != State.SCHEDULED) {
                waitForRetry(job, fail.retry().delayMicros());
                keepResult(job, fail.result());
            } else if (job.state == State.LEASED) {
                job.state = State.READY;
                effects.becameReady(job.queue);
            }
        } else {
            finish(job, State.FAILED, EndReason.FAILED, orStored(fail.result(), job));
        }
        noteEnd(job, fail.claim(), LeaseEnd.ofFail(job.state));
        return Outcome.of(new Failed(job.state, job.due));
    }

    private static void keepResult(ReferenceJob job, byte @Nullable [] result) {
        boolean told = result != null && result.length > 0;
        job.result = job.state == State.RETRYING && told ? result : job.result;
    }

    private void waitForRetry(ReferenceJob job, long delay) {
        State before = job.state;
        job.due = plus(at, delay);
        job.state = delay == 0 ? State.READY : State.RETRYING;
        job.ended = delay == 0 ? 0 : at;
        job.result = delay == 0 ? null : job.result;
        if (job.state == State.READY && before != State.READY) {
            effects.becameReady(job.queue);
        }
    }

    private static @Nullable LeaseEnd repeated(@Nullable ReferenceJob job, Claim claim) {
        if (job == null || job.lease == null || claim.kind() != Claim.Kind.REPEATABLE) {
            return null;
        }
        return job.state != State.LEASED && job.lease.token() == claim.token() ? job.leaseEnd : null;
    }

    private static void noteEnd(ReferenceJob job, Claim claim, LeaseEnd end) {
        boolean kept = claim.kind() == Claim.Kind.REPEATABLE;
        job.leaseEnd = kept ? end : job.leaseEnd;
        job.lapses = kept ? 0 : job.lapses;
    }

    private static byte[] orStored(byte @Nullable [] result, ReferenceJob job) {
        return result != null ? result : job.result != null ? job.result : new byte[0];
    }

    /** Overridden by the test that wants to see a difference found. */
    boolean mayFailAgain(ReferenceJob job) {
        return job.fails < job.terms.retry().maxFails();
    }

    /** A job that waits for its retry has spent it. */
    private static int spent(ReferenceJob job) {
        boolean counts = job.terms.retry().rule() != RetryPolicy.Rule.ATTEMPTS;
        return job.retriesUsed + (job.state == State.RETRYING && counts ? 1 : 0);
    }

    private void retry(ReferenceJob job, RetryChoice choice, long seed) {
        int used = spent(job);
        job.retriesUsed = used + 1;
        if (job.state == State.SCHEDULED) {
            return;
        }
        if (job.terms.retry().rule() != RetryPolicy.Rule.LAPSES) {
            List<Long> delays = job.terms.retry().delaysMicros();
            long usual = delays.isEmpty() ? 0 : delays.get(Math.min(used, delays.size() - 1));
            if (job.terms.retry().rule() == RetryPolicy.Rule.BACKOFF) {
                SplittableRandom random = new SplittableRandom(seed ^ (job.number * 0x9E3779B97F4A7C15L));
                usual = job.terms.retry().backoff().delayMicros(Math.max(0, job.attempts - 1), random);
            }
            long delay = choice.hasDelay() ? choice.delayMicros() : usual;
            job.retriesUsed = delay == 0 ? used + 1 : used;
            waitForRetry(job, delay);
        } else {
            State before = job.state;
            job.state = State.READY;
            if (before != State.READY) {
                effects.becameReady(job.queue);
            }
        }
    }

    private Outcome<?> release(Release release) {
        ReferenceJob job = find(release.job());
        if (repeated(job, release.claim()) == LeaseEnd.RELEASED) {
            return Outcome.done();
        }
        Rejection no = holds(job, release.claim());
        if (no != null || job == null) {
            return refuse(no);
        }
        job.attempts -= release.undelivered() ? 1 : 0;
        job.lapses = release.undelivered() ? job.lapses : 0;
        noteEnd(job, release.claim(), LeaseEnd.RELEASED);
        if (release.delayMicros() > 0) {
            job.state = State.SCHEDULED;
            job.due = plus(at, release.delayMicros());
        } else {
            job.state = State.READY;
            effects.becameReady(job.queue);
        }
        return Outcome.done();
    }

    private Outcome<?> renew(Renew renew) {
        ReferenceJob job = find(renew.job());
        Rejection no = holds(job, renew.claim());
        if (no != null || job == null || job.lease == null) {
            return refuse(no);
        }
        Lease old = job.lease;
        long end = renew.leaseMicros() == 0 && job.terms.heartbeatMicros() == 0
                ? old.deadlineMicros()
                : leaseEnd(job, renew.leaseMicros(), old.startedAtMicros());
        job.lease = new Lease(old.token(), old.worker(), old.startedAtMicros(), at, end);
        return Outcome.of(new Renewed(job.lease, false));
    }

    private Outcome<?> delete(Delete delete) {
        ReferenceJob job = find(delete.job());
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (!job.state.ended()) {
            tell(job, EndReason.DELETED, null);
        }
        jobs.remove(job);
        return Outcome.done();
    }

    private Outcome<?> abandon(Abandon abandon) {
        ReferenceJob job = find(abandon.job());
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        abandon(job);
        return Outcome.done();
    }

    private void abandon(ReferenceJob job) {
        if (job.terms.foreground() && job.state != State.LEASED) {
            tell(job, EndReason.ABANDONED, null);
            jobs.remove(job);
        }
    }

    private void finish(ReferenceJob job, State state, EndReason how, byte[] result) {
        finish(job, state, how, result, null);
    }

    private void finish(ReferenceJob job, State state, EndReason how, byte[] result, @Nullable JobError error) {
        effects.ended(job.number, job.id, how, result, error);
        if (job.terms.foreground() || job.terms.keep().micros(state) == 0) {
            jobs.remove(job);
        }
        job.state = state;
        job.result = result;
        job.ended = at;
    }

    private static @Nullable Rejection mayReport(@Nullable ReferenceJob job, Claim claim) {
        if (job == null) {
            return Rejection.JOB_NOT_FOUND;
        }
        boolean older =
                claim.kind() == Claim.Kind.REPEATABLE && job.lease != null && job.lease.token() != claim.token();
        if (job.state.ended() && claim.worker() == null && !older) {
            return Rejection.ALREADY_ENDED;
        }
        return claim.equals(Claim.NONE) ? null : holds(job, claim);
    }

    private static @Nullable Rejection holds(@Nullable ReferenceJob job, Claim claim) {
        if (job == null) {
            return Rejection.JOB_NOT_FOUND;
        }
        if (job.state != State.LEASED || job.lease == null) {
            boolean stale =
                    claim.kind() == Claim.Kind.TOKEN || (claim.kind() == Claim.Kind.REPEATABLE && job.lease != null);
            return stale ? Rejection.STALE_LEASE : Rejection.NOT_LEASED;
        }
        boolean token = !claim.hasToken() || claim.token() == job.lease.token();
        boolean worker = claim.worker() == null || claim.worker().equals(job.lease.worker());
        return token && worker ? null : Rejection.STALE_LEASE;
    }

    private static Outcome<Done> refuse(@Nullable Rejection rejection) {
        return Outcome.refused(rejection == null ? Rejection.JOB_NOT_FOUND : rejection);
    }

    private void tell(ReferenceJob job, EndReason how, byte @Nullable [] result) {
        effects.ended(job.number, job.id, how, result, null);
    }

    private static long plus(long moment, long duration) {
        if (duration == FOREVER) {
            return FOREVER;
        }
        try {
            return Math.addExact(moment, duration);
        } catch (ArithmeticException e) {
            return FOREVER;
        }
    }
}
