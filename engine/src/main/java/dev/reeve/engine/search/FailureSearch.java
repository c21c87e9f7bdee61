package dev.reeve.engine.search;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.FailureGroups;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.queue.FailureGroup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of failure groups, by name, that is being made in steps. A reader that may not see every queue gets the
 * groups that are named after a queue which it may see.
 *
 * <p>Invariant: a step looks at a bounded number of groups, and so does a page. No job is looked at but the first and the
 * latest of a group.
 */
public final class FailureSearch {
    static final int LOOKS_PER_STEP = 1_000;
    static final int LOOKS_PER_PAGE = 100_000;

    private final @Nullable String queue;
    private final String prefix;
    private final int limit;
    private final List<FailureGroup> found = new ArrayList<>();
    private String after;
    private int looks;

    /**
     * A page of the list.
     *
     * @param queue only the groups that are named after that queue; null for all
     * @param after the name after which the page begins
     */
    public FailureSearch(@Nullable String queue, String after, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("expected a limit of at least 1, but got " + limit);
        }
        this.queue = queue;
        this.prefix = queue == null ? "" : queue + "/";
        this.after = after.compareTo(prefix) < 0 ? prefix : after;
        this.limit = limit;
    }

    /** Looks at the next groups. Returns the page if it is complete, else null. */
    public @Nullable FailurePage step(EngineState state, ReadRule rule) {
        if (queue != null) {
            rule.require(queue);
        }
        List<String> names = state.failures().after(after, LOOKS_PER_STEP);
        for (String name : names) {
            if (!name.startsWith(prefix)) {
                return new FailurePage(found, null);
            }
            if (found.size() == limit || looks == LOOKS_PER_PAGE) {
                return new FailurePage(found, after);
            }
            FailureGroup group = group(name, state, rule);
            if (group != null) {
                found.add(group);
            }
            after = name;
            looks++;
        }
        return names.size() < LOOKS_PER_STEP ? new FailurePage(found, null) : null;
    }

    /** The group; null if it has no jobs, or the reader may not see it. */
    private static @Nullable FailureGroup group(String name, EngineState state, ReadRule rule) {
        RankedSet<Job> jobs = state.failures().in(name);
        Job latest = jobs == null ? null : jobs.first();
        Failure last = latest == null ? null : FailureGroups.failure(latest);
        if (jobs == null || latest == null || last == null || !maySee(name, last, latest, rule)) {
            return null;
        }
        Failure first = FailureGroups.failure(jobs.page(jobs.size() - 1L, 1).get(0));
        JobView shown = rule.shown(state.view(latest));
        OptionalJobFields fields = shown.qless().optionalFields();
        Failure visible = fields == null ? null : fields.failure();
        JobError error = last.error();
        return new FailureGroup(
                name,
                last.queue(),
                shown.labels().klassIn(shown.queue()),
                error == null ? null : error.type(),
                jobs.size(),
                first == null ? last.whenMicros() : first.whenMicros(),
                last.whenMicros(),
                latest.id(),
                visible == null ? null : visible.message());
    }

    private static boolean maySee(String name, Failure last, Job latest, ReadRule rule) {
        return rule.allowsAll()
                || (name.startsWith(last.queue() + "/")
                        && rule.allows(last.queue())
                        && rule.allows(latest.queue().name()));
    }
}
