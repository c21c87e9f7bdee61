package dev.reeve.door.api;

import dev.reeve.engine.Event;
import dev.reeve.engine.ReadRule;

/** Which events a client wants and may see, and what of them. */
record EventView(EventFilter filter, ReadRule rule) {
    EventView(EventFilter filter, ReadRule rule) {
        // Where a client begins makes no difference to what it is told from then on.
        this.filter = filter.fromNow();
        this.rule = rule;
    }

    boolean includes(Event event) {
        return filter.wants(event) && rule.allows(event.queue());
    }

    /** Whether the client may see what workers have written. */
    boolean showsTexts(Event event) {
        return rule.showsResults(event.queue());
    }
}
