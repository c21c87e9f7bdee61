package dev.reeve.node;

import dev.reeve.engine.Event;
import dev.reeve.engine.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest events of jobs and queues, and those who listen to them. It is open while somebody listens, and some minutes
 * longer, so that a listener that lost its connection can go on where it was. While it is closed, the engine creates no
 * events. Loop only.
 *
 * <p>Invariant: while the log is open, it holds every event after {@code lost}, up to the last durable one. What is told is
 * not restricted to what a caller may see: whoever passes it on asks {@link Requests#readRule}.
 */
public final class EventLog {
    static final int MOST_EVENTS = 10_000;
    static final long MOST_BYTES = 16L << 20;
    static final long STAYS_OPEN_MICROS = 300_000_000;

    private final Loop loop;
    private final LongSupplier applied;
    private final Consumer<Boolean> wanted;
    private final List<EventListener> listeners = new ArrayList<>();
    private @Nullable EventRing ring;
    private Loop.@Nullable Alarm closing;
    private EventId lost = EventId.endOf(0);
    private EventId last = lost;

    /**
     * Creates a closed log.
     *
     * @param applied the last position that the state contains
     * @param wanted is told whenever the log opens or closes
     */
    EventLog(Loop loop, LongSupplier applied, Consumer<Boolean> wanted) {
        this.loop = loop;
        this.applied = applied;
        this.wanted = wanted;
    }

    /**
     * Some of the events after an id.
     *
     * @param missed not null if events after the id are not known any more, up to this one
     * @param complete whether there are no more events now
     * @param last where the next ones begin
     */
    public record Page(
            List<PublishedEvent> events, @Nullable EventId missed, boolean complete, EventId last) {}

    /** Adds a listener, which hears of everything from now on. */
    public void add(EventListener listener) {
        if (closing != null) {
            closing.cancel();
            closing = null;
        }
        if (ring == null) {
            ring = new EventRing(MOST_EVENTS, MOST_BYTES);
            forgetUpTo(EventId.endOf(applied.getAsLong()));
            wanted.accept(true);
        }
        listeners.add(listener);
    }

    /** The listener hears nothing more. */
    public void remove(EventListener listener) {
        if (listeners.remove(listener) && listeners.isEmpty()) {
            closing = loop.schedule(this::close, STAYS_OPEN_MICROS);
        }
    }

    private void close() {
        closing = null;
        ring = null;
        wanted.accept(false);
    }

    private void forgetUpTo(EventId id) {
        lost = id;
        last = id;
    }

    /** The events after the id, or from now on if it is null, at most {@code limit}. Called while there is a listener. */
    public Page after(@Nullable EventId id, int limit) {
        EventRing open = ring;
        if (open == null || id == null) {
            return new Page(List.of(), null, true, last);
        }
        boolean known = id.compareTo(lost) >= 0 && id.compareTo(last) <= 0;
        List<PublishedEvent> events = open.after(known ? id : lost, limit);
        boolean complete = events.size() < limit;
        EventId next = complete ? last : events.get(events.size() - 1).id();
        return new Page(events, known ? null : lost, complete, next);
    }

    /** The events of an entry are durable. */
    void publish(long position, List<Event> events) {
        EventRing open = ring;
        if (open == null || position <= lost.position()) {
            return;
        }
        List<PublishedEvent> published = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            PublishedEvent event = new PublishedEvent(new EventId(position, i), events.get(i));
            EventId dropped = open.add(event);
            lost = dropped == null ? lost : dropped;
            last = event.id();
            published.add(event);
        }
        if (events.stream().anyMatch(event -> event.type() == EventType.ALL_REMOVED)) {
            startOver(EventId.endOf(position));
        } else {
            List.copyOf(listeners).forEach(listener -> listener.happened(published));
        }
    }

    /** Another state has arrived, which contains all entries up to the position. */
    void replaced(long position) {
        if (ring != null) {
            startOver(EventId.endOf(position));
        }
    }

    private void startOver(EventId from) {
        ring = new EventRing(MOST_EVENTS, MOST_BYTES);
        forgetUpTo(from);
        List.copyOf(listeners).forEach(listener -> listener.missed(from));
    }
}
