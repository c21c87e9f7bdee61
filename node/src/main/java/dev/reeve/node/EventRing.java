package dev.reeve.node;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The latest events, in order: at most a number of them, and at most a number of bytes, of which the last one may be more. */
final class EventRing {
    private final @Nullable PublishedEvent[] events;
    private final long mostBytes;
    private int first;
    private int size;
    private long bytes;

    EventRing(int mostEvents, long mostBytes) {
        this.events = new PublishedEvent[mostEvents];
        this.mostBytes = mostBytes;
    }

    /** Adds an event. Returns the id of the last one that was dropped for it; null if none was. */
    @Nullable
    EventId add(PublishedEvent event) {
        EventId dropped = size == events.length ? removeFirst() : null;
        events[(first + size) % events.length] = event;
        size++;
        bytes += event.event().sizeBytes();
        while (bytes > mostBytes && size > 1) {
            dropped = removeFirst();
        }
        return dropped;
    }

    private EventId removeFirst() {
        PublishedEvent removed = at(0);
        events[first] = null;
        first = (first + 1) % events.length;
        size--;
        bytes -= removed.event().sizeBytes();
        return removed.id();
    }

    private PublishedEvent at(int index) {
        PublishedEvent event = events[(first + index) % events.length];
        if (event == null) {
            throw new IllegalStateException("there is no event " + index + " of " + size);
        }
        return event;
    }

    /** The first events after the id, at most {@code limit}. */
    List<PublishedEvent> after(EventId id, int limit) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at(middle).id().compareTo(id) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        List<PublishedEvent> found = new ArrayList<>(Math.min(limit, size - low));
        for (int i = low; i < size && found.size() < limit; i++) {
            found.add(at(i));
        }
        return found;
    }
}
