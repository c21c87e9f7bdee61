package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/** A reference to a job by its id or, if that is null, by its number. */
public record JobRef(@Nullable JobId id, long number) {
    public static JobRef of(JobId id) {
        return new JobRef(id, 0);
    }

    public static JobRef of(long number) {
        return new JobRef(null, number);
    }

    @Override
    public String toString() {
        return id != null ? id.toString() : Long.toString(number);
    }
}
