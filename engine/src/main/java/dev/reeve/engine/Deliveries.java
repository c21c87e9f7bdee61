package dev.reeve.engine;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import java.util.ArrayDeque;

/**
 * Which leases may be unknown to their workers. Leases up to the confirmed token were told to them. Those granted after
 * it are in doubt once the server has restarted: their replies may never have been sent. A lease in doubt remains valid.
 * If it lapses without a sign of life, the job was not delivered.
 *
 * <p>The leases in doubt of a restart are a range of tokens. Only the ranges of the last restarts are kept; an older
 * lease counts as delivered. In a cluster the leases of each member are counted by themselves, see {@link MemberDuties}.
 */
public final class Deliveries {
    static final int MAX_RANGES = 16;

    private final MemberDuties duties;
    private final ArrayDeque<Range> inDoubt = new ArrayDeque<>();
    private long confirmedToken;

    Deliveries(MemberDuties duties) {
        this.duties = duties;
    }

    /** The tokens after the first up to the last. */
    private record Range(long afterToken, long lastToken) {
        boolean contains(long token) {
            return token > afterToken && token <= lastToken;
        }
    }

    /** The leases of the member up to the token are known to their workers. */
    public void confirm(int member, long token) {
        if (member != MemberDuties.ALONE) {
            duties.confirm(member, token);
            return;
        }
        confirmedToken = Math.max(confirmedToken, token);
    }

    /** The member has restarted after this token was assigned. */
    public void restarted(int member, long lastToken) {
        if (member != MemberDuties.ALONE) {
            duties.restarted(member);
            return;
        }
        if (lastToken > confirmedToken) {
            inDoubt.add(new Range(confirmedToken, lastToken));
            confirmedToken = lastToken;
        }
        if (inDoubt.size() > MAX_RANGES) {
            inDoubt.remove();
        }
    }

    long confirmedToken() {
        return confirmedToken;
    }

    /** Whether the worker may not know that it has the job: it has neither renewed the lease nor stored an output. */
    public boolean isInDoubt(Job job) {
        Lease lease = job.lease();
        if (lease == null || lease.renewedAtMicros() != 0 || job.result() != null) {
            return false;
        }
        return duties.isInDoubt(lease.token()) || inDoubt.stream().anyMatch(range -> range.contains(lease.token()));
    }

    /** Whether there is nothing to write into a snapshot. */
    public boolean isEmpty() {
        return confirmedToken == 0 && inDoubt.isEmpty();
    }

    public void write(ByteSink out) {
        out.putVarLong(confirmedToken);
        out.putVarLong(inDoubt.size());
        inDoubt.forEach(range -> {
            out.putVarLong(range.afterToken);
            out.putVarLong(range.lastToken);
        });
    }

    /** Restores what was written. The last token is the largest one assigned. */
    public void read(ByteSource in, long lastToken) {
        if (!isEmpty()) {
            throw new FormatException("the snapshot has the deliveries twice");
        }
        confirmedToken = in.getVarLong();
        int count = in.getCount(MAX_RANGES);
        for (int i = 0; i < count; i++) {
            inDoubt.add(new Range(in.getVarLong(), in.getVarLong()));
        }
        boolean valid = confirmedToken >= 0 && confirmedToken <= lastToken;
        for (Range range : inDoubt) {
            valid &= range.afterToken >= 0 && range.afterToken < range.lastToken && range.lastToken <= confirmedToken;
        }
        if (!valid) {
            throw new FormatException("the deliveries of the snapshot have a token that was not assigned yet");
        }
    }
}
