package dev.reeve.engine;

import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.List;

/** Terms for tests: a background job with a lease of ten seconds, kept for ever, without limits unless told otherwise. */
public final class TermsBuilder {
    private long leaseMicros = 10_000_000;
    private long heartbeatMicros;
    private long ttlMicros = Terms.FOREVER;
    private long keepMicros = Terms.FOREVER;
    private long waitMicros = Terms.BACKGROUND;
    private RetryPolicy.Rule rule = RetryPolicy.Rule.ATTEMPTS;
    private int maxAttempts;
    private int maxFails;
    private int retries;
    private List<Long> delaysMicros = List.of();

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
        keepMicros = micros;
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
        delaysMicros = micros;
        return this;
    }

    public Terms build() {
        RetryPolicy retry = new RetryPolicy(rule, maxAttempts, maxFails, retries, delaysMicros);
        return new Terms(leaseMicros, heartbeatMicros, ttlMicros, keepMicros, waitMicros, retry);
    }
}
