package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.RecurringJob;
import java.util.ArrayList;
import java.util.List;

/** Adds tags to a recurring job, or removes them. Returns its new tags. */
public record TagRecurring(JobId id, boolean add, List<String> tags) implements Command<List<String>> {
    public TagRecurring {
        tags = List.copyOf(tags);
    }

    @Override
    public long growthBytes() {
        return add ? Growth.tags(tags) : 0;
    }

    @Override
    public List<JobId> recurringJobs() {
        return List.of(id);
    }

    @Override
    public Outcome<List<String>> apply(EngineState state) {
        RecurringJob job = state.qless().recurring().get(id);
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        List<String> all = new ArrayList<>(job.tags());
        NonIterableMap<String, String> known = NonIterableMap.of(add ? all : tags);
        if (!add) {
            all.removeIf(known::contains);
        }
        for (String tag : add ? tags : List.<String>of()) {
            if (known.put(tag, tag) == null) {
                all.add(tag);
            }
        }
        state.qless().recurring().put(job.tagged(all));
        return Outcome.of(List.copyOf(all));
    }
}
