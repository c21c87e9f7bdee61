package dev.reeve.campaign.crash;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request of a client.
 *
 * @param about the job; null for a lease, which gets any job
 * @param result of a completion or failure, else empty
 * @param sentAtMicros the time of sending, or slightly earlier
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
