package dev.reeve.server.metrics;

import dev.reeve.tally.StreamTally;

/** The metrics of the streams of events. */
final class StreamFamilies {
    private StreamFamilies() {}

    static void add(StreamTally streams, MetricFamilies families) {
        families.gauge(
                "reeve_event_streams",
                "Streams of events that are open.",
                streams.open().get());
        families.counter(
                "reeve_event_streams_refused",
                "Streams of events that were refused because there were too many.",
                streams.refused().get());
        families.counter(
                "reeve_event_streams_cut",
                "Streams of events that were closed because their clients did not read.",
                streams.cut().get());
        families.counter(
                "reeve_event_messages",
                "Messages sent on streams of events.",
                streams.messages().get());
    }
}
