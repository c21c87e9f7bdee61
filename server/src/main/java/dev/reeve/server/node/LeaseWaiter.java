package dev.reeve.server.node;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import java.util.List;

/** One call that wants jobs: parked until there are some, trying to get them, or over. */
final class LeaseWaiter implements WaitHandle, WaitDeadlines.Timed, PendingReplies.Answer {
    private static final int MOST_TRIES_IN_VAIN = 3;
    /** The part of the room for jobs that may be taken by those who wait for them. */
    private static final int WAITERS_SHARE = 8;

    private enum Phase {
        NEW,
        PARKED,
        TRYING,
        DECIDED
    }

    private final Node node;
    private final Acquire command;
    private final WaitCompletion<List<LeasedJob>> done;
    private final long arrival;
    private final long deadlineMicros;
    private Phase phase = Phase.NEW;
    private boolean gone;
    private boolean inputEnded;
    private List<LeasedJob> acquired = List.of();
    private long leftByLastTry = Long.MAX_VALUE;
    private int triesInVain;

    LeaseWaiter(Node node, Acquire command, long arrival, long deadlineMicros, WaitCompletion<List<LeasedJob>> done) {
        this.node = node;
        this.command = command;
        this.arrival = arrival;
        this.deadlineMicros = deadlineMicros;
        this.done = done;
    }

    List<String> queues() {
        return command.queues();
    }

    @Override
    public long arrival() {
        return arrival;
    }

    @Override
    public long deadlineMicros() {
        return deadlineMicros;
    }

    /** First look, once all that was submitted before has been applied. */
    void begin() {
        if (gone) {
            phase = Phase.DECIDED;
        } else if (node.leaseWaiters().mayTry(queues())) {
            tryNow();
        } else {
            park();
        }
    }

    void tryNow() {
        if (phase == Phase.PARKED) {
            node.leaseWaiters().unpark(this);
            node.waitDeadlines().remove(this);
        }
        phase = Phase.TRYING;
        node.leaseWaiters().startTrying(this);
        Rejection refusal = node.refusal(command);
        if (refusal != null) {
            node.leaseWaiters().stopTrying(this);
            refused(refusal);
            return;
        }
        node.append(command, this::tried);
    }

    private void tried(Outcome<List<LeasedJob>> outcome) {
        node.leaseWaiters().stopTrying(this);
        if (outcome.rejection() != null) {
            refused(outcome.rejection());
            return;
        }
        acquired = outcome.reply();
        if (acquired.isEmpty()) {
            tryAgainOrPark();
            return;
        }
        if (gone) {
            phase = Phase.DECIDED;
            node.giveBack(acquired);
        } else {
            done.resultFixed(acquired);
            decide(this);
        }
        queues().forEach(node.leaseWaiters()::lookAt);
    }

    /**
     * It may have come upon a lapsed lease whose worker is only warned at first. Each such try makes them fewer, unless
     * more lapse meanwhile. What is ready and can still not be had would be tried for ever.
     */
    private void tryAgainOrPark() {
        long left = 0;
        for (String queue : queues()) {
            left += node.engine().readyCount(queue);
        }
        triesInVain += left < leftByLastTry ? 0 : 1;
        leftByLastTry = left;
        if (triesInVain < MOST_TRIES_IN_VAIN) {
            begin();
        } else {
            park();
        }
    }

    private void park() {
        leftByLastTry = Long.MAX_VALUE;
        triesInVain = 0;
        phase = Phase.PARKED;
        if (gone || inputEnded || deadlineMicros <= node.clock().nowMicros()) {
            timeOut();
            return;
        }
        if (!node.leaseWaiters().mayPark(queues(), node.memoryBytes() / WAITERS_SHARE)) {
            refused(Rejection.OUT_OF_MEMORY);
            return;
        }
        node.leaseWaiters().park(this);
        node.waitDeadlines().add(this);
    }

    @Override
    public void timeUp() {
        node.leaseWaiters().unpark(this);
        timeOut();
    }

    private void timeOut() {
        decide(new Notice(done::timedOut));
    }

    private void refused(Rejection why) {
        decide(new Notice(() -> done.refused(why)));
    }

    private void decide(PendingReplies.Answer answer) {
        phase = Phase.DECIDED;
        node.hold(answer);
        done.decided();
    }

    /** The leases are durable: hands the jobs over, or back if nobody is there to take them. */
    @Override
    public void deliver() {
        if (gone) {
            node.giveBack(acquired);
        } else {
            done.reply(acquired);
        }
    }

    @Override
    public void giveUp() {
        done.outcomeUnknown();
    }

    @Override
    public void cancel() {
        gone = true;
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
            timeUp();
        }
    }

    /** The server stops: whatever was wanted is not to be had here any more. */
    void stop() {
        if (phase == Phase.PARKED) {
            phase = Phase.DECIDED;
            node.leaseWaiters().unpark(this);
            node.waitDeadlines().remove(this);
            done.outcomeUnknown();
        }
    }

    /** An answer that hands nothing over. */
    private final class Notice implements PendingReplies.Answer {
        private final Runnable answer;

        Notice(Runnable answer) {
            this.answer = answer;
        }

        @Override
        public void deliver() {
            if (!gone) {
                answer.run();
            }
        }

        @Override
        public void giveUp() {
            done.outcomeUnknown();
        }
    }
}
