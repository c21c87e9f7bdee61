package dev.reeve.door.api;

import dev.reeve.node.PublishedEvent;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Some events that follow each other, and the streams that are told. Each stream gets one message for all of them, which is
 * written once for all streams of the same view. HTTP loop only.
 */
final class EventPiece implements FeedTurns.Telling {
    /** About that much memory of events is told at a time. */
    static final long MOST_BYTES = 64 * 1024;

    private final List<FedStream> told;
    private final List<WrittenEvent> events = new ArrayList<>();
    private final IdentityHashMap<EventView, Message> messages = new IdentityHashMap<>();
    private final boolean skippable;
    private long bytes;
    private int next;

    /** @param skippable whether the streams may be told of a gap instead, before the first is told */
    EventPiece(List<FedStream> told, boolean skippable) {
        this.told = told;
        this.skippable = skippable;
    }

    /** Adds the event, unless other streams are to be told of it, or it is too much for one piece. */
    boolean add(PublishedEvent event, List<FedStream> of) {
        long more = event.event().sizeBytes();
        if (of != told || hasBegun() || (bytes > 0 && bytes + more > MOST_BYTES)) {
            return false;
        }
        events.add(new WrittenEvent(event));
        bytes += more;
        return true;
    }

    private boolean hasBegun() {
        return next > 0 || !messages.isEmpty();
    }

    @Override
    public boolean isSkippable() {
        return skippable && !hasBegun();
    }

    /** Writes one event of a message, or passes the complete message to a stream. */
    @Override
    public boolean tellMore() {
        FedStream stream = told.get(next);
        if (stream.isOpen()) {
            Message message = messages.computeIfAbsent(stream.view(), view -> new Message());
            if (message.writtenEvents < events.size()) {
                message.write(events.get(message.writtenEvents++), stream.view());
                return false;
            }
            stream.tell(message.bytes(), message.count);
        }
        next++;
        return next >= told.size();
    }

    /** The events of the piece that belong to a view. */
    private static final class Message {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private byte[] complete = {};
        private int writtenEvents;
        private int count;

        void write(WrittenEvent event, EventView view) {
            if (view.includes(event.published().event())) {
                out.writeBytes(event.message(view.showsTexts(event.published().event())));
                count++;
            }
        }

        byte[] bytes() {
            if (complete.length != out.size()) {
                complete = out.toByteArray();
            }
            return complete;
        }
    }
}
