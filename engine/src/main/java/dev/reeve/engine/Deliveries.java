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
 * lease counts as delivered.
 */
public final class Deliveries {
    static final int MAX_RANGES = 16;

    private final ArrayDeque<Range> inDoubt = new ArrayDeque<>();
    private long confirmedToken;

    /** The tokens after the first up to the last. */
    private record Range(long afterToken, long lastToken) {
        boolean contains(long token) {
            return token > afterToken && token <= lastToken;
        }
    }

    /** The leases up to the token are known to their workers. */
    public void confirm(long token) {
        confirmedToken = Math.max(confirmedToken, token);
    }

    /** The server has restarted after it had assigned this token. */
    public void restarted(long lastToken) {
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
        if (inDoubt.isEmpty() || lease == null || lease.renewedAtMicros() != 0 || job.result() != null) {
            return false;
        }
        return inDoubt.stream().anyMatch(range -> range.contains(lease.token()));
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
