package dev.reeve.engine;

import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.Keep;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.List;

/** Terms for tests: a background job with a lease of ten seconds, kept for ever, without limits unless told otherwise. */
public final class TermsBuilder {
    private long leaseMicros = 10_000_000;
    private long heartbeatMicros;
    private long ttlMicros = Terms.FOREVER;
    private Keep keep = Keep.of(Terms.FOREVER);
    private long waitMicros = Terms.BACKGROUND;
    private RetryPolicy.Rule rule = RetryPolicy.Rule.ATTEMPTS;
    private int maxAttempts;
    private int maxFails;
    private int retries;
    private Backoff backoff = Backoff.NONE;
    private int maxLapses;

    public static Terms plain() {
        return new TermsBuilder().build();
    }

    public TermsBuilder lease(long micros) {
        leaseMicros = micros;
        return this;
    }

    public TermsBuilder heartbeat(long micros) {
        heartbeatMicros = micros;
        return this;
    }

    public TermsBuilder ttl(long micros) {
        ttlMicros = micros;
        return this;
    }

    public TermsBuilder keep(long micros) {
        keep = Keep.of(micros);
        return this;
    }

    public TermsBuilder keep(Keep value) {
        keep = value;
        return this;
    }

    public TermsBuilder backoff(Backoff value, int lapses) {
        backoff = value;
        maxLapses = lapses;
        return this;
    }

    /** Makes it a foreground job. */
    public TermsBuilder waitFor(long micros) {
        waitMicros = micros;
        return this;
    }

    public TermsBuilder rule(RetryPolicy.Rule value) {
        rule = value;
        return this;
    }

    public TermsBuilder maxAttempts(int value) {
        maxAttempts = value;
        return this;
    }

    public TermsBuilder maxFails(int value) {
        maxFails = value;
        return this;
    }

    public TermsBuilder retries(int value) {
        retries = value;
        return this;
    }

    public TermsBuilder delays(List<Long> micros) {
        backoff = micros.isEmpty() ? Backoff.NONE : new Backoff(micros);
        return this;
    }

    public Terms build() {
        RetryPolicy retry = new RetryPolicy(rule, maxAttempts, maxFails, retries, backoff, maxLapses);
        return new Terms(leaseMicros, heartbeatMicros, ttlMicros, keep, waitMicros, retry);
    }
}
