package dev.reeve.node;

import java.util.List;

/** Hears of events. Loop only; it must not call the node. */
public interface EventListener {
    /** Events happened, and their causes are durable. They come in order, before the replies to what caused them. */
    void happened(List<PublishedEvent> events);

    /** Something happened that is not told, up to this id: all jobs were removed, or another state has arrived. */
    void missed(EventId upTo);
}
