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

    private final long mostBodyBytes;
    private final ByteQuota input;
    private final RefusalLog refusals;
    private long reservedBytes;

    /** @param mostBodyBytes the largest body */
    BodyBudget(long mostBodyBytes, ByteQuota input, RefusalLog refusals) {
        this.mostBodyBytes = mostBodyBytes;
        this.input = input;
        this.refusals = refusals;
    }

    long mostBodyBytes() {
        return mostBodyBytes;
    }

    void checkSize(long bodyBytes) throws HttpError {
        if (bodyBytes > mostBodyBytes) {
            throw new HttpError(413, "The body is larger than " + mostBodyBytes + " bytes");
        }
    }

    /**
     * Reserves memory for a part of a body.
     *
     * @param bodyBytes the size of the body up to the end of this part
     */
    void reserve(int bytes, long bodyBytes) throws HttpError {
        checkSize(bodyBytes);
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
