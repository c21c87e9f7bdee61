package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/**
 * An answer of any status.
 *
 * @param repeated whether an earlier try may have been executed too
 * @param retryAfterSeconds what the server asks for; 0 if nothing
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ApiAnswer(int status, byte[] body, boolean repeated, long retryAfterSeconds) {
    private static final int NO_CONTENT = 204;

    boolean isGood() {
        return status >= 200 && status < 300;
    }

    /** Whether the same request may be answered otherwise later. */
    boolean isTemporary() {
        return status == 429 || status == 502 || status == 503 || status == 504;
    }

    ApiAnswer orThrow() {
        if (!isGood()) {
            throw problem();
        }
        return this;
    }

    ReeveException problem() {
        return ReeveException.of(status, body);
    }

    JsonObject json() {
        return JsonObject.read(body);
    }

    @Nullable
    JsonObject jsonOrNull() {
        return status == NO_CONTENT || body.length == 0 ? null : json();
    }
}
