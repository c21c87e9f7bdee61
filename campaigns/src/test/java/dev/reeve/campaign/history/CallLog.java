package dev.reeve.campaign.history;

import dev.reeve.campaign.history.RecordedCall.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The history of several clients. Times are those of one clock, from 0. */
public final class CallLog {
    private final long zero = System.nanoTime();
    private final boolean endsWithConnection;
    private final AtomicLong leases = new AtomicLong();
    private List<RecordedCall> calls = new ArrayList<>();
    private long replies;

    /**
     * @param endsWithConnection whether a call has no effect any more when its client has lost the connection, because the
     *     only server is gone
     */
    public CallLog(boolean endsWithConnection) {
        this.endsWithConnection = endsWithConnection;
    }

    public long now() {
        return System.nanoTime() - zero;
    }

    long nextLease() {
        return leases.incrementAndGet();
    }

    synchronized void answered(RecordedCall call) {
        calls.add(call);
        replies++;
        notifyAll();
    }

    /** The connection was lost before the reply. */
    synchronized void unanswered(RecordedCall call) {
        long end = endsWithConnection ? now() : RecordedCall.NEVER;
        calls.add(new RecordedCall(
                call.kind(),
                call.queue(),
                call.job(),
                call.grant(),
                CallReply.UNKNOWN,
                new Interval(call.from(), end)));
        notifyAll();
    }

    /** From now on no call has an effect that had lost its connection by then. */
    public synchronized void settle(long at) {
        calls = new ArrayList<>(calls.stream()
                .map(call -> call.to() == RecordedCall.NEVER && call.from() < at
                        ? new RecordedCall(
                                call.kind(),
                                call.queue(),
                                call.job(),
                                call.grant(),
                                call.reply(),
                                new Interval(call.from(), at))
                        : call)
                .toList());
    }

    synchronized long replies() {
        return replies;
    }

    public synchronized List<RecordedCall> calls() {
        return List.copyOf(calls);
    }
}
