package dev.reeve.campaign.history;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The history of several clients. Times are those of one clock, from 0. */
public final class CallLog {
    private final long zero = System.nanoTime();
    private final boolean endsWithConnection;
    private final AtomicLong leases = new AtomicLong();
    private final List<RecordedCall> calls = new ArrayList<>();
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
    }

    /** The connection was lost before the reply. */
    synchronized void unanswered(RecordedCall call) {
        long end = endsWithConnection ? now() : RecordedCall.NEVER;
        calls.add(call.withReply(CallReply.UNKNOWN).until(end));
    }

    /** From now on no call has an effect that was sent before that time and has lost its connection. */
    public synchronized void settle(long sentBefore) {
        long end = now();
        calls.replaceAll(call -> call.to() == RecordedCall.NEVER && call.from() < sentBefore ? call.until(end) : call);
    }

    synchronized long replies() {
        return replies;
    }

    public synchronized List<RecordedCall> calls() {
        return List.copyOf(calls);
    }
}
