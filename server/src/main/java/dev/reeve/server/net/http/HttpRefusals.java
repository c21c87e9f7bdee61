package dev.reeve.server.net.http;

import dev.reeve.engine.Rejection;
import dev.reeve.server.net.RefusalLog;
import dev.reeve.server.net.Refused;

/** Has the log tell of what is refused over HTTP, where the operator should hear of it. Any thread. */
final class HttpRefusals {
    private static final String DOOR = "http";

    private final RefusalLog log = new RefusalLog();

    void tooManyConnections() {
        log.refused(DOOR, Refused.CONNECTION);
    }

    void unread() {
        log.refused(DOOR, Refused.UNREAD);
    }

    void refused(Rejection why) {
        log.refused(DOOR, why);
    }

    void refused(Refusal refusal) {
        switch (refusal.status()) {
            case 400, 408, 414, 415, 431 -> log.refused(DOOR, Refused.MALFORMED);
            case 413 -> log.refused(DOOR, Refused.TOO_LARGE);
            default -> {}
        }
    }
}
