package dev.reeve.net.http;

import dev.reeve.engine.Rejection;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.RefusalLog;
import dev.reeve.tally.Traffic;
import org.jspecify.annotations.Nullable;

/** Log and counters of refusals over HTTP. Any thread. */
final class HttpRefusals {
    private final RefusalLog log;

    /** @param traffic the counters of refusals; null if refusals are not counted */
    HttpRefusals(@Nullable Traffic traffic) {
        this.log = new RefusalLog(traffic);
    }

    void refused(RefusalKind kind) {
        log.refused(Route.HTTP, kind);
    }

    void refused(Rejection why) {
        log.refused(Route.HTTP, why);
    }

    void refused(HttpError refusal) {
        switch (refusal.status()) {
            case 400, 408, 414, 415, 431 -> refused(RefusalKind.MALFORMED);
            case 405 -> refused(RefusalKind.UNKNOWN);
            case 413 -> refused(RefusalKind.TOO_LARGE);
            default -> {}
        }
    }
}
