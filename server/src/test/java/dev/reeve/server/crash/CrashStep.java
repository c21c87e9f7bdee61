package dev.reeve.server.crash;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing a client asks for.
 *
 * @param about the job; null for a lease, which gets whatever is next
 * @param result of a completion or failure, else empty
 * @param sentAtMicros when it was sent, or a little earlier
 */
record CrashStep(Kind kind, @Nullable JobRecord about, String result, long sentAtMicros) {
    enum Kind {
        ADD,
        LEASE,
        COMPLETE,
        FAIL,
        DELETE,
        RESULT
    }

    JobRecord job() {
        return Objects.requireNonNull(about);
    }
}
