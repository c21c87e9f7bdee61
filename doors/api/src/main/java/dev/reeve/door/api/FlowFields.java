package dev.reeve.door.api;

import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a new job that tie it to others: what it depends on, its name for dependents, and its batch. */
final class FlowFields {
    static final int MOST_DEPENDENCIES = 1000;
    private static final String EXPECTED_RULE = "expected \"cancel\", \"run\" or \"wait\"";

    private final ApiSettings settings;
    private List<String> dependsOn = List.of();
    private @Nullable DependencyRule rule;
    private @Nullable String key;
    private @Nullable String batch;

    FlowFields(ApiSettings settings) {
        this.settings = settings;
    }

    /** Reads a field if it is one of these. */
    boolean field(String name, StrictJson value) throws IOException {
        switch (name) {
            case "depends_on" -> dependsOn = dependencies(value);
            case "if_dependency_fails" -> rule = rule(value.text(text -> rule(text) != null, EXPECTED_RULE));
            case "key" -> key = name(value);
            case "batch" -> batch = name(value);
            default -> {
                return false;
            }
        }
        return true;
    }

    private @Nullable String name(StrictJson value) throws IOException {
        return value.text(settings::isName, settings::expectedName);
    }

    private List<String> dependencies(StrictJson value) throws IOException {
        List<String> given = value.list(MOST_DEPENDENCIES, this::name);
        return given == null ? List.of() : given.stream().distinct().toList();
    }

    private static @Nullable DependencyRule rule(@Nullable String word) {
        for (DependencyRule one : DependencyRule.values()) {
            if (one != DependencyRule.NONE && word(one).equals(word)) {
                return one;
            }
        }
        return null;
    }

    static String word(DependencyRule rule) {
        return rule.name().toLowerCase(Locale.ROOT);
    }

    /** The name under which other jobs of the request, and results, refer to the job. */
    @Nullable
    String key() {
        return key;
    }

    int dependencyCount() {
        return dependsOn.size();
    }

    /**
     * The jobs that it depends on.
     *
     * @param keys the ids of the jobs of the request that have a key
     */
    List<JobId> dependencies(Map<String, JobId> keys) {
        if (dependsOn.isEmpty()) {
            return List.of();
        }
        return dependsOn.stream()
                .map(text -> keys.containsKey(text) ? keys.get(text) : JobId.of(text))
                .distinct()
                .toList();
    }

    /**
     * The ties of the job, besides others that it has.
     *
     * @param inBatch the batch that the request is about; null if it is about none
     */
    JobTies on(JobTies ties, @Nullable String inBatch) {
        DependencyRule effective =
                dependsOn.isEmpty() ? DependencyRule.NONE : rule == null ? DependencyRule.CANCEL : rule;
        return ties.withBatch(inBatch == null ? batch : inBatch).withDependencies(effective, key);
    }
}
