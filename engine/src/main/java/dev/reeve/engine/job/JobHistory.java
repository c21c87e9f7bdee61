package dev.reeve.engine.job;

import java.util.ArrayList;
import java.util.List;

/** The events of a job, oldest first. Immutable. */
public final class JobHistory {
    public static final JobHistory NONE = new JobHistory(List.of());

    /** How many events a job keeps unless an option says otherwise. */
    public static final int DEFAULT_MAX_EVENTS = 100;

    /** What the events of a job take at most, apart from the first and the last: a snapshot holds a whole job at once. */
    static final long MAX_BYTES = 4L * 1024 * 1024;

    private final List<HistoryEvent> events;
    private final long sizeBytes;

    public JobHistory(List<HistoryEvent> events) {
        this.events = List.copyOf(events);
        this.sizeBytes = this.events.stream().mapToLong(HistoryEvent::sizeBytes).sum();
    }

    private JobHistory(List<HistoryEvent> events, long sizeBytes) {
        this.events = events;
        this.sizeBytes = sizeBytes;
    }

    public List<HistoryEvent> events() {
        return events;
    }

    /**
     * A history with one more event. If there are too many or they take too much memory, the oldest but the first go.
     *
     * @param maxEvents how many events to keep, the first and the latest ones; 0 or less for all
     */
    public JobHistory with(HistoryEvent event, int maxEvents) {
        int tooMany = maxEvents <= 0 ? 0 : events.size() + 1 - Math.max(2, maxEvents);
        int drop = Math.max(Math.max(0, tooMany), tooLarge(event));
        List<HistoryEvent> more = new ArrayList<>(events.size() + 1 - drop);
        long bytes = sizeBytes + event.sizeBytes();
        for (int i = 0; i < events.size(); i++) {
            if (i == 0 || i > drop) {
                more.add(events.get(i));
            } else {
                bytes -= events.get(i).sizeBytes();
            }
        }
        more.add(event);
        return new JobHistory(more, bytes);
    }

    /** How many events after the first one have to go for the new one. */
    private int tooLarge(HistoryEvent event) {
        long bytes = sizeBytes + event.sizeBytes();
        int drop = 0;
        while (bytes > MAX_BYTES && drop + 1 < events.size()) {
            drop++;
            bytes -= events.get(drop).sizeBytes();
        }
        return drop;
    }

    public long sizeBytes() {
        return sizeBytes;
    }
}
