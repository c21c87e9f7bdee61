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
 * each other, so a history is linearizable if that of each job is.
 *
 * <p>What was tried once with the same calls and the same job is not tried again. A call that changes nothing is put in order as
 * soon as its reply is right and it has been sent: if there is an order in which it comes later, there is one in which it comes
 * now. Reads without a reply say nothing. A search that still does not end is given up.
 */
final class LinearizationSearch {
    private static final int MOST_TRIED = 500_000;

    private final List<RecordedCall> calls;
    private final List<Interval> strays;
    private final Set<Tried> tried = new HashSet<>();

    enum Verdict {
        LINEARIZABLE,
        NOT_LINEARIZABLE,
        UNDECIDED
    }

    private record Tried(BitSet done, JobModel job) {}

    /**
     * @param calls all calls of the job
     * @param strays the acquires without a reply that may have leased it
     */
    LinearizationSearch(List<RecordedCall> calls, List<Interval> strays) {
        this.calls = calls.stream()
                .filter(call -> call.kind() != CallKind.GET || !call.isUnknown())
                .toList();
        this.strays = strays;
    }

    Verdict verdict() {
        if (findsOrder(new BitSet(), JobModel.NONE, Long.MIN_VALUE)) {
            return Verdict.LINEARIZABLE;
        }
        return tried.size() < MOST_TRIED ? Verdict.NOT_LINEARIZABLE : Verdict.UNDECIDED;
    }

    /** @param earliest the time of the last call that was put in order, at the earliest */
    private boolean findsOrder(BitSet done, JobModel job, long earliest) {
        long latest = firstReply(done);
        if (latest == NEVER) {
            return true;
        }
        if (tried.size() >= MOST_TRIED || !tried.add(new Tried((BitSet) done.clone(), job))) {
            return false;
        }
        int unchanging = callWithoutChange(done, job, earliest);
        if (unchanging >= 0) {
            return findsOrderWith(unchanging, done, List.of(job), earliest);
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

    /** A call that was sent by this time, that is right now and leaves the job as it is; -1 if there is none. */
    private int callWithoutChange(BitSet done, JobModel job, long earliest) {
        for (int i = done.nextClearBit(0); i < calls.size(); i = done.nextClearBit(i + 1)) {
            RecordedCall call = calls.get(i);
            if (call.from() <= earliest
                    && call.to() >= earliest
                    && !call.mayHaveChanged()
                    && !job.after(call).isEmpty()) {
                return i;
            }
        }
        return -1;
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
