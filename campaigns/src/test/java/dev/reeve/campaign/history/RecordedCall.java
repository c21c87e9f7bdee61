package dev.reeve.campaign.history;

import java.util.concurrent.TimeUnit;

/**
 * A call of a client and its reply.
 *
 * @param job empty for an acquire that got none
 * @param grant for an acquire, the lease that it got; for a report, the lease that it names
 */
public record RecordedCall(CallKind kind, String queue, String job, Grant grant, CallReply reply, Interval interval) {
    /** The end of a time without end. */
    static final long NEVER = Long.MAX_VALUE;

    /**
     * A lease as its worker knows it.
     *
     * @param number counts the leases of a history; 0 where the protocol names neither lease nor worker
     * @param token as the server gave it; 0 where the protocol does not show it
     * @param nanos the length that was asked for; {@link #NEVER} for one that outlasts the history
     */
    public record Grant(long number, long token, long nanos) {
        static final Grant NONE = new Grant(0, 0, NEVER);

        boolean isNone() {
            return number == 0;
        }
    }

    /**
     * The time in which a call took effect, if it did: from its request to its reply. For a call without a reply the end is
     * the time from which on it can have no effect any more.
     */
    public record Interval(long from, long to) {
        boolean isBefore(Interval other) {
            return to < other.from;
        }
    }

    long from() {
        return interval.from;
    }

    long to() {
        return interval.to;
    }

    boolean isOk() {
        return reply == CallReply.OK;
    }

    boolean isUnknown() {
        return reply == CallReply.UNKNOWN;
    }

    /** Whether it may have changed something. */
    boolean mayHaveChanged() {
        return kind != CallKind.GET && (isOk() || isUnknown());
    }

    boolean isGrant() {
        return kind == CallKind.ACQUIRE && isOk();
    }

    /** Whether the reply gives a lease with the token of the server; not every protocol carries it. */
    boolean showsToken() {
        return isGrant() && grant.token() > 0;
    }

    /** Whether the reply shows that the job had not ended when it was given. */
    boolean showsLife() {
        return switch (kind) {
            case ACQUIRE, RENEW, COMPLETE, FAIL, RELEASE -> isOk() && !job.isEmpty();
            case GET -> reply == CallReply.WAITING || reply == CallReply.TAKEN;
            case ADD, CANCEL, DELETE -> false;
        };
    }

    RecordedCall withReply(CallReply other) {
        return new RecordedCall(kind, queue, job, grant, other, interval);
    }

    RecordedCall until(long end) {
        return new RecordedCall(kind, queue, job, grant, reply, new Interval(from(), end));
    }

    RecordedCall withGrant(Grant other) {
        return new RecordedCall(kind, queue, job, other, reply, interval);
    }

    @Override
    public String toString() {
        String lease = grant.isNone() ? "" : " lease " + grant.number + (grant.token == 0 ? "" : "/" + grant.token);
        String end = interval.to == NEVER ? "" : Long.toString(TimeUnit.NANOSECONDS.toMicros(interval.to));
        return "%s %s%s %s [%d..%s us]"
                .formatted(kind, job, lease, reply, TimeUnit.NANOSECONDS.toMicros(interval.from), end);
    }
}
