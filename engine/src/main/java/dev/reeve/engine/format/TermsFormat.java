package dev.reeve.engine.format;

import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import java.util.List;

/** The encoding of {@link Terms} in commands and in snapshots. */
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
        out.putList(retry.delaysMicros(), ByteSink::putVarLong);
    }

    public static void write(TermsPatch patch, ByteSink out) {
        out.putOptional(patch.leaseMicros(), ByteSink::putVarLong);
        out.putOptional(patch.heartbeatMicros(), ByteSink::putVarLong);
        out.putOptional(patch.keepMicros(), ByteSink::putVarLong);
        out.putOptional(patch.retries(), (to, retries) -> to.putVarLong(retries));
        out.putOptional(patch.delaysMicros(), (to, delays) -> to.putList(delays, ByteSink::putVarLong));
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
        List<Long> delays = in.getList(ByteSource::getVarLong);
        return new Terms(
                lease, heartbeat, ttl, keep, wait, new RetryPolicy(rule, maxAttempts, maxFails, retries, delays));
    }

    public static TermsPatch readPatch(ByteSource in) {
        return new TermsPatch(
                in.getOptional(ByteSource::getVarLong),
                in.getOptional(ByteSource::getVarLong),
                in.getOptional(ByteSource::getVarLong),
                in.getOptional(from -> from.getCount(Integer.MAX_VALUE)),
                in.getOptional(from -> from.getList(ByteSource::getVarLong)));
    }
}
