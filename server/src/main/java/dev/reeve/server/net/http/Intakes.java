package dev.reeve.server.net.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All bodies that are being read, and what they may hold together until they are answered. On the HTTP loop. */
final class Intakes {
    private final HttpLimits limits;
    private final HttpRefusals refusals;
    private final Set<Intake> unfinished = new LinkedHashSet<>();
    private long heldBytes;

    Intakes(HttpLimits limits, HttpRefusals refusals) {
        this.limits = limits;
        this.refusals = refusals;
    }

    HttpLimits limits() {
        return limits;
    }

    HttpRefusals refusals() {
        return refusals;
    }

    void started(Intake intake) {
        unfinished.add(intake);
    }

    void finished(Intake intake) {
        unfinished.remove(intake);
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
        List.copyOf(unfinished).forEach(intake -> intake.checkAge(now));
    }
}
