package dev.reeve.door.api;

import dev.reeve.engine.Event;
import dev.reeve.engine.EventType;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import dev.reeve.node.EventId;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client of the stream wants to hear of. An empty set of names stands for all of them.
 *
 * @param stats whether it wants the figures
 * @param after where it was; null to begin now
 */
record EventFilter(
        Set<String> queues,
        Set<String> types,
        Set<String> jobs,
        Set<EventType> events,
        boolean stats,
        @Nullable EventId after) {
    private static final Set<String> PARAMETERS = Set.of("queue", "event", "type", "job", "last_event_id");
    private static final String HEADER = "Last-Event-ID";
    private static final String EXPECTED_ID = "expected an id of an event, such as 88122.0";

    static EventFilter of(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        List<String> words = parameters.list("event");
        Set<EventType> events = EnumSet.noneOf(EventType.class);
        boolean stats = words.contains(EventWords.STATS);
        for (String word : words) {
            EventType type = EventWords.of(word);
            if (type != null) {
                events.add(type);
            } else if (!word.equals(EventWords.STATS)) {
                parameters.wrong("event", EventWords.EXPECTED);
            }
        }
        String id = parameters.one("last_event_id");
        if (id != null && EventId.parse(id) == null) {
            parameters.wrong("last_event_id", EXPECTED_ID);
        }
        Set<String> queues = new HashSet<>(parameters.list("queue"));
        Set<String> types = new HashSet<>(parameters.list("type"));
        Set<String> jobs = new HashSet<>(parameters.list("job"));
        parameters.throwIfAny();
        return new EventFilter(
                queues, types, jobs, words.isEmpty() ? EventWords.ALL : events, stats, after(exchange, id));
    }

    /** A browser that connects again names the last event in a header, which is newer than what its page has asked for. */
    private static @Nullable EventId after(Exchange exchange, @Nullable String parameter) throws HttpError {
        String header = exchange.header(HEADER);
        if (header == null || header.isEmpty()) {
            return parameter == null ? null : EventId.parse(parameter);
        }
        EventId id = EventId.parse(header);
        if (id == null) {
            throw Problem.invalid(HEADER, EXPECTED_ID).error();
        }
        return id;
    }

    EventFilter fromNow() {
        return new EventFilter(queues, types, jobs, events, stats, null);
    }

    boolean wants(Event event) {
        Event.Subject job = event.job();
        return events.contains(event.type())
                && wantsQueue(event.queue())
                && (types.isEmpty() || (job != null && types.contains(job.klass())))
                && (jobs.isEmpty() || (job != null && jobs.contains(job.id().toString())));
    }

    boolean wantsQueue(String queue) {
        return queues.isEmpty() || queues.contains(queue);
    }
}
