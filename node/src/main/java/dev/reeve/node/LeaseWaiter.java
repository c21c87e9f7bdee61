package dev.reeve.node;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One blocking call that leases jobs. It is parked until jobs are ready, or has a pending Acquire, or is decided. */
final class LeaseWaiter extends BlockedCall<List<LeasedJob>>
        implements PendingReplies.Answer, CommandEnd<List<LeasedJob>> {
    private static final int MAX_EMPTY_ATTEMPTS = 3;
    /** Parked waiters may use this fraction of the memory limit for jobs. */
    private static final int MEMORY_DIVISOR = 8;

    private final Acquire command;
    private List<String> queues = List.of();
    private List<LeasedJob> acquired = List.of();
    private long readyAfterLastAttempt = Long.MAX_VALUE;
    private int emptyAttempts;
    private long growthBytes;
    private boolean parkedForJobs;
    /** Who waits; null if it does not tell its name. */
    private KnownWorkers.@Nullable Presence worker;

    LeaseWaiter(Node node, Acquire command, long arrival, long deadlineMicros, WaitCompletion<List<LeasedJob>> done) {
        super(node, arrival, deadlineMicros, done);
        this.command = command;
    }

    /** Whether the worker gets no jobs. Its calls wait all the same, so that it does not ask again and again. */
    private boolean isQuiet() {
        return worker != null && worker.isQuiet();
    }

    @Override
    void timeIsOver() {
        if (isQuiet()) {
            done.quiet();
        } else {
            done.timedOut();
        }
    }

    List<String> queues() {
        if (queues.isEmpty()) {
            queues = command.queues();
            worker = command.worker() == null ? null : node.seen(command, done);
        }
        return queues;
    }

    /** Whether the state as it is here has a ready job for this call, and nobody waits before it. Others may take that job first. */
    boolean isLikelyServed(long nowMicros) {
        growthBytes = command.growthBytes();
        return queues().stream().noneMatch(node.leaseWaiters::anyParked)
                && !isQuiet()
                && node.leaseWaiters.readyAtMicros(this, nowMicros) == EngineView.NOW;
    }

    /**
     * Submits the Acquire if a job is ready; after a tick, if jobs are due up to this time by a client clock. The first
     * attempt is made once every command submitted before has been applied.
     */
    void attempt(long nowMicros) {
        if (cancelled) {
            return;
        }
        long readyAt = node.leaseWaiters.readyAtMicros(this, nowMicros);
        growthBytes = command.growthBytes();
        if (isQuiet()) {
            park();
        } else if (readyAt == EngineView.NOW) {
            submitAcquire();
        } else if (readyAt <= nowMicros) {
            node.timers.tick();
            node.order.enqueue(() -> attempt(EngineView.NOW), this::refuseUnavailable);
        } else {
            park();
        }
    }

    void submitAcquire() {
        unpark();
        node.leaseWaiters.acquireSubmitted(this);
        Rejection rejection = node.rejection(command, growthBytes);
        if (rejection != null) {
            node.leaseWaiters.acquireApplied(this);
            refuse(rejection);
            return;
        }
        node.order.append(command, this);
    }

    @Override
    public void applied(Outcome<List<LeasedJob>> outcome, @Nullable List<LeasedJob> leased) {
        node.leaseWaiters.acquireApplied(this);
        if (leased == null) {
            refuse(outcome.rejectionOrThrow());
            return;
        }
        acquired = leased;
        if (acquired.isEmpty()) {
            retryOrPark();
            return;
        }
        if (cancelled) {
            node.giveBack(acquired, node.live.applied());
        } else {
            node.live.enqueueReply(this);
            done.resultFixed(acquired);
        }
        queues.forEach(node.leaseWaiters::recheck);
    }

    /** Nobody waits for these jobs any more. */
    @Override
    public void late(List<LeasedJob> leased) {
        node.giveBack(leased, node.live.applied());
    }

    /** The Acquire was not applied here and never will be. */
    @Override
    public void unknown() {
        node.leaseWaiters.acquireApplied(this);
        endUnknown();
    }

    /**
     * Retries an Acquire that returned no job. It may have met an expired lease whose worker gets a warning first. Each
     * such attempt leaves fewer ready jobs, unless more leases expire in between. The number of attempts without
     * progress is limited, because ready jobs that cannot be leased would cause endless retries.
     */
    private void retryOrPark() {
        long ready = 0;
        for (String queue : queues) {
            ready += node.engine().readyCount(queue);
        }
        emptyAttempts += ready < readyAfterLastAttempt ? 0 : 1;
        readyAfterLastAttempt = ready;
        if (emptyAttempts < MAX_EMPTY_ATTEMPTS) {
            attempt(EngineView.NOW);
        } else {
            park();
        }
    }

    private void park() {
        readyAfterLastAttempt = Long.MAX_VALUE;
        emptyAttempts = 0;
        if (cancelled || inputEnded || isOver()) {
            decide(this::timeIsOver);
        } else if (!node.leaseWaiters.mayPark(queues(), node.memoryBytes() / MEMORY_DIVISOR)) {
            refuse(Rejection.OUT_OF_MEMORY);
        } else {
            parked = true;
            parkedForJobs = !isQuiet();
            if (parkedForJobs) {
                node.leaseWaiters.park(this);
            }
            if (worker != null) {
                worker.waits(this);
            }
            node.timers.add(this);
        }
    }

    @Override
    void unpark() {
        if (parked) {
            parked = false;
            if (parkedForJobs) {
                node.leaseWaiters.unpark(this);
            }
            if (worker != null) {
                worker.waitsNoMore(this, node.clock().nowMicros());
            }
            node.timers.remove(this);
        }
    }

    /** The leases are durable: delivers the jobs, or releases them if the call was cancelled. */
    @Override
    public void deliver() {
        if (cancelled) {
            node.giveBack(acquired);
        } else {
            done.reply(acquired);
        }
    }

    @Override
    public void fail() {
        endUnknown();
    }

    @Override
    public void inputEnded() {
        inputEnded = true;
        if (parked) {
            expire();
        }
    }
}
