package dev.reeve.net.http;

import dev.reeve.net.RefusalLog;
import dev.reeve.tally.StreamTally;
import java.util.HashSet;
import java.util.Set;

/** The open streams of events, of which there is a limited number. HTTP loop only. */
final class EventStreams {
    static final int MOST = 256;
    private static final int RETRY_AFTER_SECONDS = 10;

    private final Set<EventStream> open = new HashSet<>();
    private final RefusalLog refusals;
    private final StreamTally tally;

    EventStreams(RefusalLog refusals, StreamTally tally) {
        this.refusals = refusals;
        this.tally = tally;
    }

    StreamTally tally() {
        return tally;
    }

    RefusalLog refusals() {
        return refusals;
    }

    /** Throws if there are as many streams as there may be. */
    void checkRoom() throws HttpError {
        if (open.size() >= MOST) {
            tally.refused().add(1);
            throw HttpError.tooMany(
                    MOST + " streams of events are open, and there may be no more", RETRY_AFTER_SECONDS);
        }
    }

    void opened(EventStream stream) {
        open.add(stream);
        tally.open().set(open.size());
    }

    void closed(EventStream stream) {
        open.remove(stream);
        tally.open().set(open.size());
    }
}
