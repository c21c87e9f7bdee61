package dev.reeve.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A filter of jobs, with the names of {@code GET /v1/jobs}. Each method changes the query and returns it. */
public final class JobQuery {
    private final Map<String, List<String>> filter = new LinkedHashMap<>();
    private String order = "";
    private String include = "";
    private int pageSize = 100;

    public JobQuery queue(String... names) {
        return filter("queue", names);
    }

    public JobQuery state(String... states) {
        return filter("state", states);
    }

    public JobQuery type(String... types) {
        return filter("type", types);
    }

    public JobQuery tag(String... tags) {
        return filter("tag", tags);
    }

    public JobQuery text(String part) {
        return filter("text", part);
    }

    /** Any other parameter by its name: one of the values has to match. */
    public JobQuery filter(String name, String... values) {
        if (values.length > 0) {
            Collections.addAll(filter.computeIfAbsent(name, first -> new ArrayList<>()), values);
        }
        return this;
    }

    /** {@code newest}, {@code oldest}, {@code next} or {@code due}. */
    public JobQuery order(String word) {
        order = word;
        return this;
    }

    /** What lists leave out otherwise: {@code payload}, {@code result}, {@code error}, {@code history}. */
    public JobQuery include(String... parts) {
        include = String.join(",", parts);
        return this;
    }

    /** How many jobs are asked for at once. */
    public JobQuery pageSize(int jobs) {
        pageSize = jobs;
        return this;
    }

    Map<String, List<String>> filter() {
        return filter;
    }

    String path(String cursor) {
        Map<String, List<String>> all = new LinkedHashMap<>(filter);
        all.put("limit", List.of(Integer.toString(pageSize)));
        Map.of("order", order, "include", include, "cursor", cursor).forEach((name, value) -> {
            if (!value.isEmpty()) {
                all.put(name, List.of(value));
            }
        });
        return "/v1/jobs?"
                + all.entrySet().stream()
                        .flatMap(one ->
                                one.getValue().stream().map(value -> one.getKey() + "=" + WireText.encoded(value)))
                        .collect(Collectors.joining("&"));
    }
}
