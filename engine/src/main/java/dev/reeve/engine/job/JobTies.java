package dev.reeve.engine.job;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What ties a job to others: keys, a batch, its dependencies. Immutable, and fixed when the job is created. Jobs without
 * it share {@link #NONE}.
 *
 * @param unique the key that only one job of the queue may hold; null for none
 * @param limitKey the key whose jobs run under a common limit; null for none
 * @param batch the batch that the job belongs to; null for none
 * @param callback where the end of the job is reported to; null for nowhere
 * @param ifDependencyFails what becomes of the job if a dependency fails for good
 * @param dependencyKey the name under which the job's result is given to those that depend on it; null for its id
 */
public record JobTies(
        @Nullable UniqueKey unique,
        @Nullable String limitKey,
        @Nullable String batch,
        @Nullable String callback,
        DependencyRule ifDependencyFails,
        @Nullable String dependencyKey) {
    public static final JobTies NONE = new JobTies(null, null, null, null, DependencyRule.NONE, null);

    private static final long OVERHEAD_BYTES = 40;

    /** Ties that are keys only. */
    public static JobTies ofKeys(@Nullable UniqueKey unique, @Nullable String limitKey) {
        return unique == null && limitKey == null
                ? NONE
                : new JobTies(unique, limitKey, null, null, DependencyRule.NONE, null);
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** The equal value that jobs share, if there is one. */
    public JobTies shared() {
        return isNone() ? NONE : this;
    }

    public JobTies withoutUnique() {
        return new JobTies(null, limitKey, batch, callback, ifDependencyFails, dependencyKey).shared();
    }

    public JobTies withBatch(@Nullable String value) {
        return Objects.equals(value, batch)
                ? this
                : new JobTies(unique, limitKey, value, callback, ifDependencyFails, dependencyKey).shared();
    }

    public JobTies withCallback(@Nullable String value) {
        return Objects.equals(value, callback)
                ? this
                : new JobTies(unique, limitKey, batch, value, ifDependencyFails, dependencyKey).shared();
    }

    public JobTies withDependencies(DependencyRule rule, @Nullable String key) {
        return rule == ifDependencyFails && Objects.equals(key, dependencyKey)
                ? this
                : new JobTies(unique, limitKey, batch, callback, rule, key).shared();
    }

    /** The estimated memory, without places in indexes. */
    public long sizeBytes() {
        return isNone()
                ? 0
                : OVERHEAD_BYTES
                        + (unique == null ? 0 : unique.sizeBytes())
                        + HeapBytes.string(limitKey)
                        + HeapBytes.string(batch)
                        + HeapBytes.string(callback)
                        + HeapBytes.string(dependencyKey);
    }
}
