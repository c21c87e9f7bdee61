package dev.reeve.door.api;

import dev.reeve.engine.ReadRule;
import dev.reeve.net.http.EventStream;
import dev.reeve.node.EventId;
import dev.reeve.node.EventLog;
import dev.reeve.node.Stats;
import org.jspecify.annotations.Nullable;

/** One client's stream of events: those that it wants and may see. HTTP loop only. */
final class FedStream {
    private final EventFeed feed;
    private final EventStream stream;
    private final EventFilter filter;
    private EventView view;
    private @Nullable EventId behind;

    FedStream(EventFeed feed, EventStream stream, EventFilter filter, ReadRule rule) {
        this.feed = feed;
        this.stream = stream;
        this.filter = filter;
        this.view = new EventView(filter, rule);
    }

    /** Begins to tell the client. */
    void start() {
        stream.whenClosed(() -> feed.remove(this));
        stream.whenEnding(feed::finish);
        stream.whenWritable(this::goOn);
        stream.ping(() -> EventWriter.ping(feed.lastOf(this)));
        if (stream.isOpen()) {
            feed.add(this);
        }
    }

    boolean isOpen() {
        return stream.isOpen();
    }

    EventView view() {
        return view;
    }

    /** Takes over the equal view of another stream, so that both are told the same bytes. */
    void shareView(EventView equal) {
        view = equal;
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

    /** The client has been told the page, with events that happened before it came; the next comes when it has read enough. */
    void told(EventLog.Page page) {
        if (page.complete()) {
            stream.send(EventWriter.ping(page.last()));
            stream.flush();
        } else {
            behind = page.last();
            if (stream.isWritable()) {
                goOn();
            }
        }
    }

    private void goOn() {
        EventId from = behind;
        if (from != null) {
            behind = null;
            feed.catchUp(this, from);
        }
    }

    /** @param count how many messages these are */
    void tell(byte[] messages, int count) {
        stream.send(messages, count);
        stream.flush();
    }

    void tell(Stats stats) {
        stream.send(StatsWriter.message(stats, filter, view.rule()));
        stream.flush();
    }

    void gap(EventId upTo) {
        stream.send(EventWriter.gap(upTo));
        stream.flush();
    }
}
