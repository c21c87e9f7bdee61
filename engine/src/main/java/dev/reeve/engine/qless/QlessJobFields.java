package dev.reeve.engine.qless;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a job that only qless sets. Immutable: most jobs share {@link #NONE}, so that these fields cost a job
 * no memory of its own.
 *
 * @param spawnedFrom the id of the recurring job that created the job
 * @param warned whether the worker was notified that its lease has lapsed; the next poll reclaims the job
 * @param disowned whether the job no longer counts as held by its worker, although it is still leased to it
 */
public record QlessJobFields(@Nullable String spawnedFrom, boolean warned, boolean disowned) {
    public static final QlessJobFields NONE = new QlessJobFields(null, false, false);

    public static QlessJobFields of(@Nullable String spawnedFrom, boolean warned, boolean disowned) {
        return spawnedFrom == null && !warned && !disowned ? NONE : new QlessJobFields(spawnedFrom, warned, disowned);
    }

    public QlessJobFields withWarned(boolean value) {
        return value == warned ? this : of(spawnedFrom, value, disowned);
    }

    public QlessJobFields withDisowned(boolean value) {
        return value == disowned ? this : of(spawnedFrom, warned, value);
    }
}
