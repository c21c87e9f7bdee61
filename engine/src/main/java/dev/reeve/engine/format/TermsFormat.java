package dev.reeve.engine.format;

import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        writeDelays(retry.delaysMicros(), out);
    }

    public static void write(TermsPatch patch, ByteSink out) {
        Integer retries = patch.retries();
        List<Long> delays = patch.delaysMicros();
        writeOptional(patch.leaseMicros(), out);
        writeOptional(patch.heartbeatMicros(), out);
        writeOptional(patch.keepMicros(), out);
        writeOptional(retries == null ? null : Long.valueOf(retries), out);
        out.putBoolean(delays != null);
        if (delays != null) {
            writeDelays(delays, out);
        }
    }

    private static void writeOptional(@Nullable Long value, ByteSink out) {
        out.putBoolean(value != null);
        if (value != null) {
            out.putVarLong(value);
        }
    }

    private static void writeDelays(List<Long> delays, ByteSink out) {
        out.putVarLong(delays.size());
        for (long delay : delays) {
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
        List<Long> delays = readDelays(in);
        return new Terms(
                lease, heartbeat, ttl, keep, wait, new RetryPolicy(rule, maxAttempts, maxFails, retries, delays));
    }

    public static TermsPatch readPatch(ByteSource in) {
        Long lease = in.getBoolean() ? in.getVarLong() : null;
        Long heartbeat = in.getBoolean() ? in.getVarLong() : null;
        Long keep = in.getBoolean() ? in.getVarLong() : null;
        Integer retries = in.getBoolean() ? in.getCount(Integer.MAX_VALUE) : null;
        return new TermsPatch(lease, heartbeat, keep, retries, in.getBoolean() ? readDelays(in) : null);
    }

    private static List<Long> readDelays(ByteSource in) {
        int count = in.getCount(in.remaining());
        List<Long> delays = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            delays.add(in.getVarLong());
        }
        return delays;
    }
}
