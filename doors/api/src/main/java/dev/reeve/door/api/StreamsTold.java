package dev.reeve.door.api;

import dev.reeve.node.EventId;
import java.util.List;
import java.util.function.Consumer;

/** The same is done for one stream after the other. HTTP loop only. */
final class StreamsTold implements FeedTurns.Telling {
    private final List<FedStream> told;
    private final Consumer<FedStream> message;
    private final boolean skippable;
    private int next;

    private StreamsTold(List<FedStream> told, Consumer<FedStream> message, boolean skippable) {
        this.told = told;
        this.message = message;
        this.skippable = skippable;
    }

    static StreamsTold of(List<FedStream> told, Consumer<FedStream> message) {
        return new StreamsTold(told, message, false);
    }

    /** There are events that the streams are not told; a gap that ends later may stand for it. */
    static StreamsTold gap(List<FedStream> told, EventId upTo) {
        return new StreamsTold(told, stream -> stream.gap(upTo), true);
    }

    @Override
    public boolean isSkippable() {
        return skippable && next == 0;
    }

    @Override
    public boolean tellMore() {
        FedStream stream = told.get(next++);
        if (stream.isOpen()) {
            message.accept(stream);
        }
        return next >= told.size();
    }
}
