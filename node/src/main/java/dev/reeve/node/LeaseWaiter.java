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

    private enum Phase {
        NEW,
        PARKED,
        ACQUIRING,
        DECIDED
    }

    private final Acquire command;
    private final long arrivedAtMicros;
    private List<String> queues = List.of();
    private Phase phase = Phase.NEW;
    private List<LeasedJob> acquired = List.of();
    private long readyAfterLastAttempt = Long.MAX_VALUE;
    private int emptyAttempts;

    LeaseWaiter(
            Node node,
            Acquire command,
            long arrival,
            long nowMicros,
            long waitMicros,
            WaitCompletion<List<LeasedJob>> done) {
        super(node, arrival, WaitDeadlines.after(nowMicros, waitMicros), done);
        this.command = command;
        this.arrivedAtMicros = nowMicros;
    }

    List<String> queues() {
        if (queues.isEmpty()) {
            queues = command.queues();
        }
        return queues;
    }

    /** First attempt, once every command submitted before has been applied. */
    void begin() {
        attempt(arrivedAtMicros);
    }

    /** Submits the Acquire if a job is ready; after a tick, if jobs are due up to this time by a client clock. */
    private void attempt(long nowMicros) {
        if (cancelled) {
            phase = Phase.DECIDED;
            return;
        }
        long readyAt = node.leaseWaiters().readyAtMicros(this, nowMicros);
        if (readyAt == EngineView.NOW) {
            submitAcquire();
        } else if (readyAt <= nowMicros) {
            node.tickThen(() -> attempt(EngineView.NOW));
        } else {
            park();
        }
    }

    void submitAcquire() {
        if (phase == Phase.PARKED) {
            node.leaseWaiters().unpark(this);
            node.waitDeadlines().remove(this);
        }
        phase = Phase.ACQUIRING;
        node.leaseWaiters().acquireSubmitted(this);
        Rejection rejection = node.rejection(false);
        if (rejection != null) {
            node.leaseWaiters().acquireApplied(this);
            end(() -> done.refused(rejection));
            return;
        }
        node.append(command, this);
    }

    @Override
    public void applied(Outcome<List<LeasedJob>> outcome, @Nullable List<LeasedJob> leased) {
        node.leaseWaiters().acquireApplied(this);
        if (leased == null) {
            end(() -> done.refused(outcome.rejectionOrThrow()));
            return;
        }
        acquired = leased;
        if (acquired.isEmpty()) {
            retryOrPark();
            return;
        }
        if (cancelled) {
            phase = Phase.DECIDED;
            node.giveBack(acquired, node.applied());
        } else {
            phase = Phase.DECIDED;
            node.enqueueReply(this);
            done.resultFixed(acquired);
        }
        queues.forEach(node.leaseWaiters()::recheck);
    }

    /** The Acquire was not applied here and never will be. */
    @Override
    public void unknown() {
        node.leaseWaiters().acquireApplied(this);
        phase = Phase.DECIDED;
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
        phase = Phase.PARKED;
        if (cancelled || inputEnded || deadlineMicros <= node.clock().nowMicros()) {
            end(done::timedOut);
            return;
        }
        if (!node.leaseWaiters().mayPark(queues, node.memoryBytes() / MEMORY_DIVISOR)) {
            end(() -> done.refused(Rejection.OUT_OF_MEMORY));
            return;
        }
        node.leaseWaiters().park(this);
        node.waitDeadlines().add(this);
    }

    @Override
    void expire() {
        node.leaseWaiters().unpark(this);
        end(done::timedOut);
    }

    private void end(Runnable answer) {
        phase = Phase.DECIDED;
        decide(answer);
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
    public void cancel() {
        cancelled = true;
        if (phase == Phase.PARKED) {
            phase = Phase.DECIDED;
            node.leaseWaiters().unpark(this);
            node.waitDeadlines().remove(this);
        }
    }

    @Override
    public void inputEnded() {
        inputEnded = true;
        if (phase == Phase.PARKED) {
            node.waitDeadlines().remove(this);
            expire();
        }
    }

    /** The server stops: a parked call ends with an unknown outcome. */
    void stop() {
        if (phase == Phase.PARKED) {
            phase = Phase.DECIDED;
            node.leaseWaiters().unpark(this);
            node.waitDeadlines().remove(this);
            done.outcomeUnknown();
        }
    }
}
