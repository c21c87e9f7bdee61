package dev.reeve.door.api;

import dev.reeve.engine.Event;
import dev.reeve.engine.ReadRule;
import dev.reeve.net.http.EventStream;
import dev.reeve.node.EventId;
import dev.reeve.node.EventLog;
import dev.reeve.node.PublishedEvent;
import dev.reeve.node.Stats;
import org.jspecify.annotations.Nullable;

/** One client's stream of events: those that it wants and may see. HTTP loop only. */
final class FedStream {
    private final EventFeed feed;
    private final EventStream stream;
    private final EventFilter filter;
    private final ReadRule rule;
    private @Nullable EventId behind;

    FedStream(EventFeed feed, EventStream stream, EventFilter filter, ReadRule rule) {
        this.feed = feed;
        this.stream = stream;
        this.filter = filter;
        this.rule = rule;
    }

    /** Begins to tell the client. */
    void start() {
        stream.whenClosed(() -> feed.remove(this));
        stream.whenWritable(this::goOn);
        stream.ping(() -> EventWriter.ping(feed.lastOf(this)));
        if (stream.isOpen()) {
            feed.add(this);
        }
    }

    boolean wantsStats() {
        return filter.stats();
    }

    boolean wantsEvents() {
        return !filter.events().isEmpty();
    }

    @Nullable
    EventId after() {
        return filter.after();
    }

    /** Tells the events that happened before the client came, as fast as the client reads. */
    void tell(EventLog.Page page) {
        EventId missed = page.missed();
        if (missed != null) {
            stream.send(EventWriter.gap(missed));
        }
        for (PublishedEvent event : page.events()) {
            tell(new WrittenEvent(event));
        }
        if (page.complete()) {
            stream.send(EventWriter.ping(page.last()));
        } else {
            behind = page.last();
        }
        stream.flush();
        if (stream.isWritable()) {
            goOn();
        }
    }

    private void goOn() {
        EventId from = behind;
        if (from != null) {
            behind = null;
            feed.catchUp(this, from);
        }
    }

    void tell(WrittenEvent written) {
        Event event = written.published().event();
        if (filter.wants(event) && rule.allows(event.queue())) {
            stream.send(written.message(rule.showsResults(event.queue())));
        }
    }

    void tell(Stats stats) {
        stream.send(StatsWriter.message(stats, filter, rule));
        stream.flush();
    }

    void gap(EventId upTo) {
        stream.send(EventWriter.gap(upTo));
        stream.flush();
    }

    void flush() {
        stream.flush();
    }
}
