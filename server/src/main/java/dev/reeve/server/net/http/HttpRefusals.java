package dev.reeve.server.net.http;

import dev.reeve.engine.Rejection;
import dev.reeve.server.net.RefusalLog;
import dev.reeve.server.net.Refused;
import dev.reeve.server.tally.Traffic;
import org.jspecify.annotations.Nullable;

/** Has the log tell of what is refused over HTTP, where the operator should hear of it. Any thread. */
final class HttpRefusals {
    private final RefusalLog log;

    /** @param traffic where they are counted; null if they are not */
    HttpRefusals(@Nullable Traffic traffic) {
        this.log = new RefusalLog(traffic);
    }

    void tooManyConnections() {
        log.refused(Route.HTTP, Refused.CONNECTION);
    }

    void noSuchPath() {
        log.refused(Route.HTTP, Refused.UNKNOWN);
    }

    void tooMuchInput() {
        log.refused(Route.HTTP, Refused.TOO_MUCH_INPUT);
    }

    void unread() {
        log.refused(Route.HTTP, Refused.UNREAD);
    }

    void refused(Rejection why) {
        log.refused(Route.HTTP, why);
    }

    void refused(Refusal refusal) {
        switch (refusal.status()) {
            case 400, 408, 414, 415, 431 -> log.refused(Route.HTTP, Refused.MALFORMED);
            case 405 -> log.refused(Route.HTTP, Refused.UNKNOWN);
            case 413 -> log.refused(Route.HTTP, Refused.TOO_LARGE);
            default -> {}
        }
    }
}
