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

    void tooManyConnections() {
        log.refused(Route.HTTP, RefusalKind.CONNECTION);
    }

    void noSuchPath() {
        log.refused(Route.HTTP, RefusalKind.UNKNOWN);
    }

    void tooMuchInput() {
        log.refused(Route.HTTP, RefusalKind.TOO_MUCH_INPUT);
    }

    void unread() {
        log.refused(Route.HTTP, RefusalKind.UNREAD);
    }

    void refused(Rejection why) {
        log.refused(Route.HTTP, why);
    }

    void refused(HttpError refusal) {
        switch (refusal.status()) {
            case 400, 408, 414, 415, 431 -> log.refused(Route.HTTP, RefusalKind.MALFORMED);
            case 405 -> log.refused(Route.HTTP, RefusalKind.UNKNOWN);
            case 413 -> log.refused(Route.HTTP, RefusalKind.TOO_LARGE);
            default -> {}
        }
    }
}
