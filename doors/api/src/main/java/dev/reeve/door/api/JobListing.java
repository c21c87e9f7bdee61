package dev.reeve.door.api;

import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.job.State;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobOrder;
import dev.reeve.engine.search.JobPosition;
import dev.reeve.engine.search.JobSearch;
import dev.reeve.net.http.HttpError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which jobs a list shows, in which order, and from where on. */
record JobListing(
        JobFilter filter,
        JobOrder order,
        int limit,
        @Nullable String cursor) {
    static final Set<String> FILTERS = Set.of(
            "queue",
            "state",
            "type",
            "tag",
            "worker",
            "failure",
            "id_prefix",
            "created_after",
            "created_before",
            "ended_after",
            "ended_before",
            "text",
            "limit_key",
            "batch");
    static final Set<String> PARAMETERS = Stream.concat(
                    FILTERS.stream(), Stream.of("order", "include", "cursor", "limit"))
            .collect(Collectors.toUnmodifiableSet());
    static final int MOST = 500;
    static final int USUAL = 50;

    /** The conditions that the parameters name. */
    static JobFilter filter(Parameters parameters) {
        return new JobFilter(
                parameters.many("queue"),
                states(parameters),
                parameters.many("type"),
                parameters.many("tag"),
                parameters.many("worker"),
                parameters.many("failure"),
                parameters.one("id_prefix"),
                span(parameters, "created"),
                span(parameters, "ended"),
                parameters.one("text"),
                parameters.many("limit_key"),
                parameters.many("batch"));
    }

    static JobListing of(Parameters parameters) {
        JobFilter filter = filter(parameters);
        JobOrder order = order(parameters);
        if (!order.byNumber() && filter.queues().isEmpty()) {
            parameters.wrong("order", "needs a queue");
        }
        return new JobListing(filter, order, parameters.integer("limit", 1, MOST, USUAL), parameters.one("cursor"));
    }

    private static List<State> states(Parameters parameters) {
        List<State> states = new ArrayList<>();
        for (String word : parameters.many("state")) {
            State state = States.of(word);
            if (state == null) {
                parameters.wrong("state", States.EXPECTED);
            } else {
                states.add(state);
            }
        }
        return states;
    }

    private static JobFilter.@Nullable Span span(Parameters parameters, String name) {
        long from = parameters.timeMicros(name + "_after", Long.MIN_VALUE);
        long to = parameters.timeMicros(name + "_before", Long.MAX_VALUE);
        return from == Long.MIN_VALUE && to == Long.MAX_VALUE ? null : new JobFilter.Span(from, to);
    }

    private static JobOrder order(Parameters parameters) {
        String word = parameters.one("order");
        if (word == null) {
            return JobOrder.NEWEST;
        }
        for (JobOrder order : JobOrder.values()) {
            if (order.name().toLowerCase(Locale.ROOT).equals(word)) {
                return order;
            }
        }
        parameters.wrong("order", "expected newest, oldest, next or due");
        return JobOrder.NEWEST;
    }

    /** The search for the page that follows the cursor, or for the first one. */
    JobSearch search() throws HttpError {
        return new JobSearch(filter, order, cursor == null ? null : position(cursor), limit);
    }

    private JobPosition position(String text) throws HttpError {
        try {
            return JobPosition.of(Cursor.parse(list(), text));
        } catch (FormatException e) {
            throw Problems.badCursor().error();
        }
    }

    String cursor(JobPosition last) {
        return Cursor.print(list(), last.toBytes());
    }

    private String list() {
        return order + " " + filter;
    }
}
