package dev.reeve.engine.format;

import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.ArrayList;
import java.util.List;

/** The bytes of {@link Terms}, in commands and in snapshots. */
public final class TermsFormat {
    private TermsFormat() {}

    public static void write(Terms terms, ByteSink out) {
        RetryPolicy retry = terms.retry();
        out.putVarLong(terms.leaseMicros());
        out.putVarLong(terms.heartbeatMicros());
        out.putVarLong(terms.ttlMicros());
        out.putVarLong(terms.keepMicros());
        out.putSigned(terms.waitMicros());
        out.putByte(retry.rule().code());
        out.putVarLong(retry.maxAttempts());
        out.putVarLong(retry.maxFails());
        out.putVarLong(retry.retries());
        out.putVarLong(retry.delaysMicros().size());
        for (long delay : retry.delaysMicros()) {
            out.putVarLong(delay);
        }
    }

    public static Terms read(ByteSource in) {
        long lease = in.getVarLong();
        long heartbeat = in.getVarLong();
        long ttl = in.getVarLong();
        long keep = in.getVarLong();
        long wait = in.getSigned();
        RetryPolicy.Rule rule = RetryPolicy.Rule.ofCode(in.getByte());
        int maxAttempts = in.getCount(Integer.MAX_VALUE);
        int maxFails = in.getCount(Integer.MAX_VALUE);
        int retries = in.getCount(Integer.MAX_VALUE);
        int count = in.getCount(in.remaining());
        List<Long> delays = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            delays.add(in.getVarLong());
        }
        return new Terms(
                lease, heartbeat, ttl, keep, wait, new RetryPolicy(rule, maxAttempts, maxFails, retries, delays));
    }
}
