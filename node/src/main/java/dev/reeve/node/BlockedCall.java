package dev.reeve.node;

import dev.reeve.engine.Rejection;

/** One blocking call: its caller, its place among the waiting calls, and its end. */
abstract class BlockedCall<R> implements WaitHandle {
    final Node node;
    final WaitCompletion<R> done;
    /** Unique, and in the order of the calls. */
    final long arrival;

    /** By {@link Clock#uptimeMicros}: a wait is a duration, which a clock that is set does not change. */
    final long deadlineMicros;

    /** Whether the call is among the waiting calls. */
    boolean parked;

    boolean cancelled;
    boolean inputEnded;

    BlockedCall(Node node, long arrival, long deadlineMicros, WaitCompletion<R> done) {
        this.node = node;
        this.arrival = arrival;
        this.deadlineMicros = deadlineMicros;
        this.done = done;
    }

    /** Whether the deadline has passed. */
    final boolean isOver() {
        return deadlineMicros <= node.clock().uptimeMicros();
    }

    /** Removes the call from the waiting calls, if it is one of them. */
    abstract void unpark();

    /** The call ends without a result, if it still waits when all that was decided before has been applied. */
    final void expire() {
        node.order.enqueue(() -> {
            if (parked) {
                unpark();
                decide(this::timeIsOver);
            }
        });
    }

    /** Tells the caller that its time is over. */
    void timeIsOver() {
        done.timedOut();
    }

    /** The server stops: a parked call ends with an unknown outcome. */
    final void stop() {
        if (parked) {
            unpark();
            done.outcomeUnknown();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        unpark();
    }

    /** Ends the call without a result. */
    final void decide(Runnable answer) {
        if (!cancelled) {
            enqueueReply(answer);
            done.decided();
        }
    }

    final void refuse(Rejection why) {
        decide(() -> done.refused(why));
    }

    /** The call was given up before it was tried. */
    final void refuseUnavailable() {
        refuse(Rejection.NO_LEADER);
    }

    /** Enqueues the reply, which is not delivered if the call is cancelled meanwhile. */
    final void enqueueReply(Runnable answer) {
        node.live.enqueueReply(new PendingReplies.Answer() {
            @Override
            public void deliver() {
                if (!cancelled) {
                    answer.run();
                }
            }

            @Override
            public void fail() {
                endUnknown();
            }
        });
    }

    /** Ends the call with an unknown outcome. */
    final void endUnknown() {
        if (!cancelled) {
            done.outcomeUnknown();
        }
    }
}
