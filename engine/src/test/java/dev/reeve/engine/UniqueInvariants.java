package dev.reeve.engine;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.UniqueKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What always holds for unique keys: of the jobs of a queue one holds a key, and one more may wait for its end. */
final class UniqueInvariants {
    private UniqueInvariants() {}

    static void check(EngineState state) {
        Map<String, List<Job>> holders = new TreeMap<>();
        for (Job job : state.jobs().all()) {
            UniqueKey unique = job.options().ties().unique();
            if (unique != null && UniqueKeys.holds(job, state.atMicros())) {
                holders.computeIfAbsent(job.queue().number() + " " + unique.key(), key -> new ArrayList<>())
                        .add(job);
            }
        }
        holders.forEach((key, jobs) -> {
            UniqueKey unique = jobs.get(0).options().ties().unique();
            Job holder = unique == null
                    ? null
                    : state.uniqueKeys().holder(jobs.get(0).queue(), unique.key(), state.atMicros());
            require(jobs.contains(holder), "the key " + key + " is held by none of " + jobs.size() + " jobs");
            require(jobs.size() <= 2, "the key " + key + " is held by " + jobs.size() + " jobs");
            for (Job job : jobs) {
                require(
                        job == holder || (holder != null && state.uniqueKeys().successorOf(holder) == job),
                        "job " + job.number() + " shares the key " + key);
            }
        });
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
