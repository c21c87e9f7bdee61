package dev.reeve.net.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Memory budget of all request bodies, from the first byte read to the response. HTTP loop only. */
final class BodyBudget {
    private final HttpLimits limits;
    private final HttpRefusals refusals;
    private final Set<BodyReader> unfinished = new LinkedHashSet<>();
    private long reservedBytes;

    BodyBudget(HttpLimits limits, HttpRefusals refusals) {
        this.limits = limits;
        this.refusals = refusals;
    }

    HttpLimits limits() {
        return limits;
    }

    HttpRefusals refusals() {
        return refusals;
    }

    void started(BodyReader bodyReader) {
        unfinished.add(bodyReader);
    }

    void finished(BodyReader bodyReader) {
        unfinished.remove(bodyReader);
    }

    /** Reserves memory. Returns false if the budget is exhausted. */
    boolean reserve(int bytes) {
        if (reservedBytes + bytes > limits.allBodyBytes()) {
            return false;
        }
        reservedBytes += bytes;
        return true;
    }

    void release(long bytes) {
        reservedBytes -= bytes;
    }

    void checkAges() {
        long now = System.nanoTime();
        List.copyOf(unfinished).forEach(bodyReader -> bodyReader.checkAge(now));
    }
}
