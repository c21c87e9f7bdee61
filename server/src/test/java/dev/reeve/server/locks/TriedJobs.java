package dev.reeve.server.locks;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Jobs on which several roles try one call. A call that is refused changes nothing, so the next role finds the same jobs in the same
 * state; after a call that is allowed there are new ones.
 */
final class TriedJobs<J> {
    private final Supplier<J> source;
    private final Function<J, String> look;
    private @Nullable J jobs;
    private @Nullable String state;

    /** @param look tells all that a call can change */
    TriedJobs(Supplier<J> source, Function<J, String> look) {
        this.source = source;
        this.look = look;
    }

    J jobs() {
        if (jobs == null) {
            jobs = source.get();
        }
        return jobs;
    }

    /** The state of the jobs when it was first asked for. */
    String state() {
        if (state == null) {
            state = look.apply(jobs());
        }
        return state;
    }

    /** The state of the jobs now. */
    String stateNow() {
        return look.apply(jobs());
    }

    void mayHaveChanged() {
        jobs = null;
        state = null;
    }
}
