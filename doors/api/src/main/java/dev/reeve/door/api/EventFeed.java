package dev.reeve.door.api;

import dev.reeve.net.http.LoopBridge;
import dev.reeve.node.EventId;
import dev.reeve.node.EventListener;
import dev.reeve.node.EventLog;
import dev.reeve.node.PublishedEvent;
import dev.reeve.node.Stats;
import dev.reeve.settings.HeapBoundedLimit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes the events and figures of the node on to all streams. It listens to the node while there are streams that want to
 * hear of them. Each event is written once for all streams, and streams are told in turns ({@link FeedTurns}), in the order of
 * what happened. HTTP loop only, except where noted.
 */
final class EventFeed {
    private static final int EVENTS_A_PAGE = 500;
    /** If more pieces of {@link EventPiece#MOST_BYTES} wait to be told, streams are told of a gap instead. */
    static final int MOST_PIECES = (int) (HeapBoundedLimit.of(16 << 20) / EventPiece.MOST_BYTES);

    private final LoopBridge bridge;
    private final Set<FedStream> streams = new LinkedHashSet<>();
    private final Set<FedStream> live = new LinkedHashSet<>();
    private final EventListener listener = new Passing();
    private final Consumer<Stats> statsListener = this::pass;
    private final FeedTurns turns;
    /** The streams of {@link #live}: another list whenever these have changed; null until it is needed. */
    private @Nullable List<FedStream> told;

    private FeedTurns.@Nullable Telling figures;
    private @Nullable EventId last;

    EventFeed(LoopBridge bridge, LongSupplier nanoTime) {
        this.bridge = bridge;
        this.turns = new FeedTurns(bridge::laterOnHttp, nanoTime);
    }

    /** Passes what the node tells to the HTTP loop. Called on the loop of the node. */
    private final class Passing implements EventListener {
        @Override
        public void happened(List<PublishedEvent> events) {
            bridge.toHttp(() -> tell(events));
        }

        @Override
        public void missed(EventId upTo) {
            bridge.toHttp(() -> gap(upTo));
        }
    }

    /** Called on the loop of the node. */
    private void pass(Stats stats) {
        bridge.toHttp(() -> tell(stats));
    }

    /** Leaves the figures out while earlier ones are still being told. */
    private void tell(Stats stats) {
        List<FedStream> wanted = streams.stream().filter(FedStream::wantsStats).toList();
        if (!wanted.isEmpty() && (figures == null || !turns.contains(figures))) {
            figures = StreamsTold.of(wanted, stream -> stream.tell(stats));
            turns.add(figures);
        }
    }

    void gap(EventId upTo) {
        makeRoom();
        last = upTo;
        addGap(upTo);
    }

    void tell(List<PublishedEvent> events) {
        makeRoom();
        add(events, told(), true);
        last = events.isEmpty() ? last : events.get(events.size() - 1).id();
    }

    private List<FedStream> told() {
        List<FedStream> known = told;
        if (known == null) {
            known = List.copyOf(live);
            told = known;
        }
        return known;
    }

    /** More happens than all streams can be told of. */
    private void makeRoom() {
        EventId upTo = last;
        if (upTo != null && turns.skippable() > MOST_PIECES) {
            turns.skip();
            addGap(upTo);
        }
    }

    private void addGap(EventId upTo) {
        if (!live.isEmpty()) {
            turns.add(StreamsTold.gap(told(), upTo));
        }
    }

    private void add(List<PublishedEvent> events, List<FedStream> to, boolean skippable) {
        if (to.isEmpty()) {
            return;
        }
        for (PublishedEvent event : events) {
            if (!(turns.last() instanceof EventPiece piece && piece.add(event, to))) {
                EventPiece next = new EventPiece(to, skippable);
                next.add(event, to);
                turns.add(next);
            }
        }
    }

    /** Tells at once what there is to tell, because the server stops. */
    void finish() {
        turns.finish();
    }

    /** The last event that the stream has heard of or does not want; null while there are others that it is to be told. */
    @Nullable
    EventId lastOf(FedStream stream) {
        return live.contains(stream) && turns.isEmpty() ? last : null;
    }

    void add(FedStream stream) {
        streams.stream()
                .map(FedStream::view)
                .filter(stream.view()::equals)
                .findFirst()
                .ifPresent(stream::shareView);
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
        told = null;
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
            bridge.toHttp(() -> tell(stream, page));
        });
    }

    void tell(FedStream stream, EventLog.Page page) {
        if (!streams.contains(stream)) {
            return;
        }
        if (page.complete()) {
            last = page.last();
            live.add(stream);
            told = null;
        }
        List<FedStream> alone = List.of(stream);
        EventId missed = page.missed();
        if (missed != null) {
            turns.add(StreamsTold.of(alone, one -> one.gap(missed)));
        }
        add(page.events(), alone, false);
        turns.add(StreamsTold.of(alone, one -> one.told(page)));
    }
}
