package dev.reeve.server.net.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All bodies that are being read, and what they may hold together until they are answered. On the HTTP loop. */
final class BodyBudget {
    private final HttpLimits limits;
    private final HttpRefusals refusals;
    private final Set<BodyReader> unfinished = new LinkedHashSet<>();
    private long heldBytes;

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

    /** False if there is no room for so many bytes more. */
    boolean hold(int bytes) {
        if (heldBytes + bytes > limits.allBodyBytes()) {
            return false;
        }
        heldBytes += bytes;
        return true;
    }

    void release(long bytes) {
        heldBytes -= bytes;
    }

    void checkAges() {
        long now = System.nanoTime();
        List.copyOf(unfinished).forEach(bodyReader -> bodyReader.checkAge(now));
    }
}
