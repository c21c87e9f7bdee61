package dev.reeve.server.cli.remote;

import dev.reeve.client.JobQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The filters of {@code GET /v1/jobs}. */
final class FilterOptions {
    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description =
                    "Of this queue; may be repeated, like --state, --type, --tag, --worker, --failure, --batch and --limit-key.")
    private List<String> queues = new ArrayList<>();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description =
                    "ready, scheduled, depends, throttled, retrying, leased, completed, failed, timed_out, cancelled.")
    private List<String> states = new ArrayList<>();

    @Option(names = "--type", paramLabel = "TYPE", description = "Of this type.")
    private List<String> types = new ArrayList<>();

    @Option(names = "--tag", paramLabel = "TAG", description = "With this tag.")
    private List<String> tags = new ArrayList<>();

    @Option(names = "--worker", paramLabel = "NAME", description = "Held by this worker.")
    private List<String> workers = new ArrayList<>();

    @Option(names = "--failure", paramLabel = "GROUP", description = "Of this group of reeve failures.")
    private List<String> failures = new ArrayList<>();

    @Option(names = "--batch", paramLabel = "ID", description = "Of this batch.")
    private List<String> batches = new ArrayList<>();

    @Option(names = "--limit-key", paramLabel = "KEY", description = "With this key of a limit.")
    private List<String> limitKeys = new ArrayList<>();

    @Option(names = "--text", paramLabel = "TEXT", description = "With this text in id, type, tags, error or payload.")
    private @Nullable String text;

    @Option(names = "--id-prefix", paramLabel = "TEXT", description = "With an id that begins so.")
    private @Nullable String prefix;

    @Option(names = "--created-after", paramLabel = "TIME", description = "Created after this time.")
    private @Nullable String createdAfter;

    @Option(names = "--created-before", paramLabel = "TIME", description = "Created before this time.")
    private @Nullable String createdBefore;

    @Option(names = "--ended-after", paramLabel = "TIME", description = "Ended after this time.")
    private @Nullable String endedAfter;

    @Option(names = "--ended-before", paramLabel = "TIME", description = "Ended before this time.")
    private @Nullable String endedBefore;

    /** A filter for failed jobs of some groups. */
    static FilterOptions failed(@Nullable String queue, List<String> groups) {
        FilterOptions filter = new FilterOptions();
        filter.queues = queue == null ? List.of() : List.of(queue);
        filter.states = List.of("failed");
        filter.failures = List.copyOf(groups);
        return filter;
    }

    private Map<String, List<String>> given() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("queue", queues);
        all.put("state", states);
        all.put("type", types);
        all.put("tag", tags);
        all.put("worker", workers);
        all.put("failure", failures);
        all.put("batch", batches);
        all.put("limit_key", limitKeys);
        all.put("text", one(text));
        all.put("id_prefix", one(prefix));
        all.put("created_after", one(createdAfter));
        all.put("created_before", one(createdBefore));
        all.put("ended_after", one(endedAfter));
        all.put("ended_before", one(endedBefore));
        all.values().removeIf(List::isEmpty);
        return all;
    }

    boolean hasState() {
        return !states.isEmpty();
    }

    private static List<String> one(@Nullable String value) {
        return value == null ? List.of() : List.of(value);
    }

    JobQuery query() {
        JobQuery query = new JobQuery();
        given().forEach((name, values) -> query.filter(name, values.toArray(String[]::new)));
        return query;
    }

    /** The filter as an object, as requests for many jobs take it. */
    String json() {
        JsonLine filter = new JsonLine();
        given().forEach((name, values) -> {
            if (values.size() == 1) {
                filter.text(name, values.get(0));
            } else {
                filter.texts(name, values);
            }
        });
        return filter.toString();
    }

    @Override
    public String toString() {
        return String.join(
                ", ",
                given().entrySet().stream()
                        .map(one -> one.getKey().replace('_', ' ') + " " + String.join(" or ", one.getValue()))
                        .toList());
    }
}
