package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.CancelRequest;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobOptions;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeaseEnd;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Cancels jobs: all of them or, if one must not be cancelled, none. A cancelled job is kept as its terms say, or
 * removed at once. With a request, a job that a worker holds is only marked: the end of that lease, however it comes but
 * for a completion, is CANCELLED. A job on a caller's clock is cancelled at once, because its worker cannot be told.
 *
 * @param output the output of a leased job, stored with it; null keeps the stored output
 * @param remove whether to remove the jobs. Completed jobs are then skipped, and a job with a dependent is refused
 *     unless the dependent is cancelled too; the rejection names both
 * @param clock the caller's clock; null for the server's
 * @param request who asks and why; null to cancel jobs without regard to workers
 */
@SuppressWarnings("ArrayRecordComponent")
public record Cancel(
        List<JobRef> jobs,
        Claim claim,
        byte @Nullable [] output,
        boolean remove,
        @Nullable CallerClock clock,
        @Nullable Request request)
        implements Command<Done> {
    /**
     * A request to cancel unfinished jobs.
     *
     * @param force whether the lease of a job ends now
     */
    public record Request(
            boolean force,
            @Nullable String reason,
            @Nullable String by) {}

    public Cancel(
            List<JobRef> jobs,
            Claim claim,
            byte @Nullable [] output,
            boolean remove,
            @Nullable CallerClock clock,
            @Nullable Request request) {
        this.jobs = List.copyOf(jobs);
        this.claim = claim;
        this.output = output;
        this.remove = remove;
        this.clock = clock;
        this.request = request;
    }

    /** Cancels jobs without regard to workers. */
    public Cancel(
            List<JobRef> jobs, Claim claim, byte @Nullable [] output, boolean remove, @Nullable CallerClock clock) {
        this(jobs, claim, output, remove, clock, null);
    }

    /** Asks to cancel a job. */
    public static Cancel request(JobRef job, boolean force, @Nullable String reason, @Nullable String by) {
        return new Cancel(List.of(job), Claim.NONE, null, false, null, new Request(force, reason, by));
    }

    /** Cancels one job, which is kept. */
    public static Cancel keep(JobRef job, Claim claim, byte @Nullable [] output) {
        return new Cancel(List.of(job), claim, output, false, null);
    }

    /** Cancels and removes jobs, whoever holds them. */
    public static Cancel remove(List<JobId> ids, @Nullable CallerClock clock) {
        return new Cancel(ids.stream().map(JobRef::of).toList(), Claim.NONE, null, true, clock);
    }

    @Override
    public long growthBytes() {
        return jobs.size() * (Growth.content(output) + requestBytes());
    }

    /** Removing a job is always possible. */
    @Override
    public long ledgerBytes(EngineState state) {
        long bytes = 0;
        for (JobRef ref : remove ? List.<JobRef>of() : jobs) {
            Job job = state.find(ref);
            bytes += job == null || state.ends().isRemovedByCancel(job) ? 0 : job.uncountedBytes();
        }
        return bytes;
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        Outcome<Done> refusal = remove ? ofDependents(state) : ofStates(state);
        if (refusal != null) {
            return refusal;
        }
        for (JobRef ref : jobs) {
            Job job = state.find(ref);
            if (remove) {
                cancelAndRemove(ref, job, state);
            } else if (job != null && request != null && waitsForWorker(job, request)) {
                state.leases().requestCancel(job, new CancelRequest(state.atMicros(), request.reason(), request.by()));
            } else if (job != null && job.state() != State.CANCELLED) {
                if (output != null) {
                    state.leases().output(job, output);
                }
                state.ends().cancel(job);
                LeaseChecks.noteEnd(state, job, claim, LeaseEnd.CANCELLED);
            }
        }
        return Outcome.done();
    }

    private long requestBytes() {
        return request == null
                ? 0
                : JobOptions.GROWTH_BYTES
                        + CancelRequest.OVERHEAD_BYTES
                        + Growth.text(request.reason())
                        + Growth.text(request.by());
    }

    private static boolean waitsForWorker(Job job, Request request) {
        return job.state() == State.LEASED && !request.force() && !job.polled();
    }

    private void cancelAndRemove(JobRef ref, @Nullable Job job, EngineState state) {
        JobId id = job == null ? ref.id() : job.id();
        if (id != null) {
            state.ends().cancelAndRemove(state.clockOr(clock), id, job);
        }
    }

    private @Nullable Outcome<Done> ofDependents(EngineState state) {
        NonIterableMap<JobId, JobId> cancelled = new NonIterableMap<>();
        List<Job> found =
                jobs.stream().map(state::find).filter(Objects::nonNull).toList();
        found.forEach(job -> cancelled.put(job.id(), job.id()));
        for (Job job : found) {
            Job other = job.state().freesDependents() ? null : dependentBesides(cancelled, job, state);
            if (other != null) {
                return Outcome.refused(
                        Rejection.HAS_DEPENDENTS,
                        job.id().toString(),
                        other.id().toString());
            }
        }
        return null;
    }

    /** The first dependent that is not cancelled too. One of more dependents than there are cancelled jobs is not. */
    private static @Nullable Job dependentBesides(NonIterableMap<JobId, JobId> cancelled, Job job, EngineState state) {
        for (Job dependent : state.dependents().after(job.id(), 0, cancelled.size() + 1)) {
            if (!cancelled.contains(dependent.id())) {
                return dependent;
            }
        }
        return null;
    }

    private @Nullable Outcome<Done> ofStates(EngineState state) {
        for (JobRef ref : jobs) {
            Job job = state.find(ref);
            if (job == null) {
                return Outcome.refused(Rejection.JOB_NOT_FOUND, ref.toString());
            }
            if (LeaseChecks.repeated(job, claim) == LeaseEnd.CANCELLED && job.state() == State.CANCELLED) {
                continue;
            }
            Outcome<Done> refusal = claim.kind() == Claim.Kind.NONE ? null : LeaseChecks.ofLeased(job, claim);
            if (refusal != null) {
                return refusal;
            }
            if (request != null && job.state().ended()) {
                return LeaseChecks.refused(Rejection.ALREADY_ENDED, job);
            }
            if (!job.status().mayBecome(Status.CANCELLED)) {
                return LeaseChecks.refused(Rejection.INVALID_TRANSITION, job);
            }
            if (output != null && job.state() != State.LEASED) {
                return LeaseChecks.refused(Rejection.NOT_LEASED, job);
            }
        }
        return null;
    }
}
