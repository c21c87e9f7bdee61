package dev.reeve.engine.format;

import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.Keep;
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
        out.putVarLong(terms.keep().completedMicros());
        out.putVarLong(terms.keep().failedMicros());
        out.putVarLong(terms.keep().cancelledMicros());
        out.putSigned(terms.waitMicros());
        out.putByte(retry.rule().code());
        out.putVarLong(retry.maxAttempts());
        out.putVarLong(retry.maxFails());
        out.putVarLong(retry.retries());
        write(retry.backoff(), out);
        out.putVarLong(retry.maxLapses());
    }

    private static void write(Backoff backoff, ByteSink out) {
        out.putVarLong(backoff.firstMicros());
        out.putVarLong(backoff.largestMicros());
        out.putList(backoff.delaysMicros(), ByteSink::putVarLong);
    }

    private static Backoff readBackoff(ByteSource in) {
        long first = in.getVarLong();
        long largest = in.getVarLong();
        List<Long> delays = in.getList(ByteSource::getVarLong);
        boolean none = first == 0 && largest == 0 && delays.isEmpty();
        return none ? Backoff.NONE : new Backoff(first, largest, delays);
    }

    public static void write(TermsPatch patch, ByteSink out) {
        out.putBoolean(patch.ofQueue());
        out.putOptional(patch.leaseMicros(), ByteSink::putVarLong);
        out.putOptional(patch.heartbeatMicros(), ByteSink::putVarLong);
        out.putOptional(patch.ttlMicros(), ByteSink::putVarLong);
        out.putOptional(patch.keep(), (to, keep) -> {
            to.putOptional(keep.completedMicros(), ByteSink::putVarLong);
            to.putOptional(keep.failedMicros(), ByteSink::putVarLong);
            to.putOptional(keep.cancelledMicros(), ByteSink::putVarLong);
        });
        out.putOptional(patch.retries(), (to, retries) -> to.putVarLong(retries));
        out.putOptional(patch.delaysMicros(), (to, delays) -> to.putList(delays, ByteSink::putVarLong));
        out.putOptional(patch.tries(), (to, tries) -> {
            to.putOptional(tries.maxAttempts(), (sink, attempts) -> sink.putVarLong(attempts));
            to.putOptional(tries.backoff(), (sink, backoff) -> write(backoff, sink));
            to.putOptional(tries.maxLapses(), (sink, lapses) -> sink.putVarLong(lapses));
        });
    }

    public static Terms read(ByteSource in) {
        long lease = in.getVarLong();
        long heartbeat = in.getVarLong();
        long ttl = in.getVarLong();
        Keep keep = new Keep(in.getVarLong(), in.getVarLong(), in.getVarLong());
        long wait = in.getSigned();
        RetryPolicy.Rule rule = RetryPolicy.Rule.ofCode(in.getByte());
        int maxAttempts = in.getCount(Integer.MAX_VALUE);
        int maxFails = in.getCount(Integer.MAX_VALUE);
        int retries = in.getCount(Integer.MAX_VALUE);
        Backoff backoff = readBackoff(in);
        int maxLapses = in.getCount(Integer.MAX_VALUE);
        RetryPolicy retry = new RetryPolicy(rule, maxAttempts, maxFails, retries, backoff, maxLapses);
        return new Terms(lease, heartbeat, ttl, keep, wait, retry);
    }

    public static TermsPatch readPatch(ByteSource in) {
        return new TermsPatch(
                in.getBoolean(),
                in.getOptional(ByteSource::getVarLong),
                in.getOptional(ByteSource::getVarLong),
                in.getOptional(ByteSource::getVarLong),
                in.getOptional(from -> new TermsPatch.KeepPatch(
                        from.getOptional(ByteSource::getVarLong),
                        from.getOptional(ByteSource::getVarLong),
                        from.getOptional(ByteSource::getVarLong))),
                in.getOptional(from -> from.getCount(Integer.MAX_VALUE)),
                in.getOptional(from -> from.getList(ByteSource::getVarLong)),
                in.getOptional(from -> new TermsPatch.Tries(
                        from.getOptional(count -> count.getCount(Integer.MAX_VALUE)),
                        from.getOptional(TermsFormat::readBackoff),
                        from.getOptional(count -> count.getCount(Integer.MAX_VALUE)))));
    }
}
