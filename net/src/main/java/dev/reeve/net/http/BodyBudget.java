package dev.reeve.net.http;

import dev.reeve.net.ByteQuota;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The request bodies' part of the {@link dev.reeve.net.MemoryBudget}, from the first byte read to the response. HTTP
 * loop only.
 *
 * <p>Invariant: the input of all listeners exceeds the limit only by small bodies, and these use a share of the limit at
 * most. With this share HTTP is served while other listeners have used up the limit.
 */
final class BodyBudget {
    /** Bodies up to this size may use the share. */
    private static final int SMALL_BYTES = 16 * 1024;

    private final HttpLimits limits;
    private final ByteQuota input;
    private final HttpRefusals refusals;
    private final Set<BodyReader> unfinished = new LinkedHashSet<>();
    private long reservedBytes;

    BodyBudget(HttpLimits limits, ByteQuota input, HttpRefusals refusals) {
        this.limits = limits;
        this.input = input;
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

    /**
     * Reserves memory for a part of a body. Returns false if the budget is exhausted.
     *
     * @param bodyBytes the size of the body up to the end of this part
     */
    boolean reserve(int bytes, long bodyBytes) {
        if (!input.addIfItFits(bytes)) {
            if (bodyBytes > SMALL_BYTES || reservedBytes + bytes > input.shareBytes()) {
                return false;
            }
            input.add(bytes);
        }
        reservedBytes += bytes;
        return true;
    }

    void release(long bytes) {
        reservedBytes -= bytes;
        input.add(-bytes);
    }

    void checkAges() {
        long now = System.nanoTime();
        List.copyOf(unfinished).forEach(bodyReader -> bodyReader.checkAge(now));
    }
}
