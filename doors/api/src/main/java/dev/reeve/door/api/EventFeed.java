package dev.reeve.door.api;

import dev.reeve.net.http.LoopBridge;
import dev.reeve.node.EventId;
import dev.reeve.node.EventListener;
import dev.reeve.node.EventLog;
import dev.reeve.node.PublishedEvent;
import dev.reeve.node.Stats;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes the events and figures of the node on to all streams. It listens to the node while there are streams that want to
 * hear of them. Each event is written once for all streams. HTTP loop only, except where noted.
 */
final class EventFeed {
    private static final int EVENTS_A_PAGE = 500;

    private final LoopBridge bridge;
    private final Set<FedStream> streams = new LinkedHashSet<>();
    private final Set<FedStream> live = new LinkedHashSet<>();
    private final EventListener listener = new Passing();
    private final Consumer<Stats> statsListener = this::pass;
    private @Nullable EventId last;

    EventFeed(LoopBridge bridge) {
        this.bridge = bridge;
    }

    /** Passes what the node tells to the HTTP loop. Called on the loop of the node. */
    private final class Passing implements EventListener {
        @Override
        public void happened(List<PublishedEvent> events) {
            bridge.toHttp(() -> tell(events));
        }

        @Override
        public void missed(EventId upTo) {
            bridge.toHttp(() -> {
                last = upTo;
                List.copyOf(live).forEach(stream -> stream.gap(upTo));
            });
        }
    }

    /** Called on the loop of the node. */
    private void pass(Stats stats) {
        bridge.toHttp(
                () -> streams.stream().filter(FedStream::wantsStats).toList().forEach(stream -> stream.tell(stats)));
    }

    private void tell(List<PublishedEvent> events) {
        // A stream whose client does not read leaves while it is told.
        List<FedStream> told = List.copyOf(live);
        for (PublishedEvent event : events) {
            last = event.id();
            WrittenEvent written = new WrittenEvent(event);
            told.forEach(stream -> stream.tell(written));
        }
        told.forEach(FedStream::flush);
    }

    /** The last event that the stream has heard of or does not want; null while it is catching up. */
    @Nullable
    EventId lastOf(FedStream stream) {
        return live.contains(stream) ? last : null;
    }

    void add(FedStream stream) {
        streams.add(stream);
        if (stream.wantsStats()
                && streams.stream().filter(FedStream::wantsStats).count() == 1) {
            bridge.toNode(node -> node.watch().stats().add(statsListener));
        }
        if (stream.wantsEvents()) {
            if (streams.stream().filter(FedStream::wantsEvents).count() == 1) {
                bridge.toNode(node -> node.watch().events().add(listener));
            }
            catchUp(stream, stream.after());
        }
    }

    void remove(FedStream stream) {
        if (!streams.remove(stream)) {
            return;
        }
        live.remove(stream);
        if (stream.wantsStats() && streams.stream().noneMatch(FedStream::wantsStats)) {
            bridge.toNode(node -> node.watch().stats().remove(statsListener));
        }
        if (stream.wantsEvents() && streams.stream().noneMatch(FedStream::wantsEvents)) {
            bridge.toNode(node -> node.watch().events().remove(listener));
        }
    }

    /** Tells the stream the next events after the id, until it has heard of all; from then on it hears of new ones. */
    void catchUp(FedStream stream, @Nullable EventId after) {
        bridge.toNode(node -> {
            EventLog.Page page = node.watch().events().after(after, EVENTS_A_PAGE);
            bridge.toHttp(() -> {
                if (streams.contains(stream)) {
                    if (page.complete()) {
                        last = page.last();
                        live.add(stream);
                    }
                    stream.tell(page);
                }
            });
        });
    }
}
