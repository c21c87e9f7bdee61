package dev.reeve.campaign.history;

import static dev.reeve.campaign.history.RecordedCall.NEVER;

import dev.reeve.campaign.history.RecordedCall.Interval;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The search for an order of the calls of one job in which every reply is right, and in which a call that was answered
 * before another one was sent comes first (Wing and Gong). A call without a reply may be left out. Jobs are independent of
 * each other, so a history is linearizable if that of each job is. What was tried once with the same calls and the same
 * job is not tried again.
 */
final class LinearizationSearch {
    private final List<RecordedCall> calls;
    private final List<Interval> strays;
    private final Set<Tried> tried = new HashSet<>();

    private record Tried(BitSet done, JobModel job) {}

    /**
     * @param calls all calls of the job
     * @param strays the acquires without a reply that may have leased it
     */
    LinearizationSearch(List<RecordedCall> calls, List<Interval> strays) {
        this.calls = List.copyOf(calls);
        this.strays = strays;
    }

    boolean findsOrder() {
        return findsOrder(new BitSet(), JobModel.NONE, Long.MIN_VALUE);
    }

    /** @param earliest the time of the last call that was put in order, at the earliest */
    private boolean findsOrder(BitSet done, JobModel job, long earliest) {
        long latest = firstReply(done);
        if (latest == NEVER) {
            return true;
        }
        if (!tried.add(new Tried((BitSet) done.clone(), job))) {
            return false;
        }
        for (int i = done.nextClearBit(0); i < calls.size(); i = done.nextClearBit(i + 1)) {
            RecordedCall call = calls.get(i);
            long from = Math.max(earliest, call.from());
            long to = Math.min(latest, call.to());
            if (from <= to && findsOrderWith(i, done, job.byItself(to, hasStray(earliest, to)), from)) {
                return true;
            }
        }
        return false;
    }

    private boolean findsOrderWith(int next, BitSet done, List<JobModel> jobs, long from) {
        for (JobModel before : jobs) {
            for (JobModel after : before.after(calls.get(next))) {
                done.set(next);
                boolean found = findsOrder(done, after, from);
                done.clear(next);
                if (found) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean hasStray(long from, long to) {
        for (Interval stray : strays) {
            if (stray.from() <= to && stray.to() >= from) {
                return true;
            }
        }
        return false;
    }

    /** The first reply among the calls that are left; {@link RecordedCall#NEVER} if only calls without a reply are left. */
    private long firstReply(BitSet done) {
        long first = NEVER;
        for (int i = done.nextClearBit(0); i < calls.size(); i = done.nextClearBit(i + 1)) {
            if (!calls.get(i).isUnknown()) {
                first = Math.min(first, calls.get(i).to());
            }
        }
        return first;
    }
}
