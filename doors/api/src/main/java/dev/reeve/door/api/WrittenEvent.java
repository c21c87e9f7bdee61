package dev.reeve.door.api;

import dev.reeve.node.PublishedEvent;
import org.jspecify.annotations.Nullable;

/** An event that is written when the first stream needs it, and only once for all that may see the same of it. */
final class WrittenEvent {
    private final PublishedEvent event;
    private byte @Nullable [] whole;
    private byte @Nullable [] withoutTexts;

    WrittenEvent(PublishedEvent event) {
        this.event = event;
    }

    PublishedEvent published() {
        return event;
    }

    /** @param withTexts whether the reader may see what workers have written */
    byte[] message(boolean withTexts) {
        boolean same = withTexts || event.event().progress() == null;
        byte[] known = same ? whole : withoutTexts;
        if (known != null) {
            return known;
        }
        byte[] written = EventWriter.event(event, same);
        if (same) {
            whole = written;
        } else {
            withoutTexts = written;
        }
        return written;
    }
}
