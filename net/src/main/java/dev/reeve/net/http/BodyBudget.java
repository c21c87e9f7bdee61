package dev.reeve.net.http;

import dev.reeve.net.ByteQuota;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.RefusalLog;

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

    /** The most bytes of a body that has no payload. To parse them takes less than a millisecond. */
    static final long BRIEF_BYTES = 64 * 1024;

    private final HttpLimits limits;
    private final ByteQuota input;
    private final RefusalLog refusals;
    private long reservedBytes;

    BodyBudget(HttpLimits limits, ByteQuota input, RefusalLog refusals) {
        this.limits = limits;
        this.input = input;
        this.refusals = refusals;
    }

    long mostBodyBytes() {
        return limits.bodyBytes();
    }

    void checkSize(Route route, long bodyBytes) throws HttpError {
        long most = switch (route.size()) {
            case BRIEF -> Math.min(BRIEF_BYTES, limits.bodyBytes());
            case USUAL -> limits.bodyBytes();
            case BULK -> limits.bulkBytes();
        };
        if (bodyBytes > most) {
            throw new HttpError(413, "The body is larger than " + most + " bytes");
        }
    }

    /**
     * Reserves memory for a part of a body.
     *
     * @param bodyBytes the size of the body up to the end of this part
     */
    void reserve(Route route, int bytes, long bodyBytes) throws HttpError {
        checkSize(route, bodyBytes);
        if (!input.addIfItFits(bytes)) {
            if (bodyBytes > SMALL_BYTES || reservedBytes + bytes > input.shareBytes()) {
                refusals.refused(Route.HTTP, RefusalKind.TOO_MUCH_INPUT);
                throw new HttpError(503, "Too much is being sent at once, try again later");
            }
            input.add(bytes);
        }
        reservedBytes += bytes;
    }

    void release(long bytes) {
        reservedBytes -= bytes;
        input.add(-bytes);
    }
}
