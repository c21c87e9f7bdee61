package dev.reeve.engine.qless;

import org.jspecify.annotations.Nullable;

/**
 * The fields of a job that only qless sets. Immutable: most jobs share an instance, so that these fields cost a job no
 * memory of its own.
 *
 * @param counted whether the job counts in the statistics and its completion is published: since a caller with a clock
 *     put or leased it
 * @param spawnedFrom the id of the recurring job that created the job
 * @param warned whether the worker was notified that its lease has lapsed; the next poll reclaims the job
 * @param disowned whether the job no longer counts as held by its worker, although it is still leased to it
 */
public record QlessJobFields(boolean counted, @Nullable String spawnedFrom, boolean warned, boolean disowned) {
    public static final QlessJobFields NONE = new QlessJobFields(false, null, false, false);
    private static final QlessJobFields COUNTED = new QlessJobFields(true, null, false, false);

    public static QlessJobFields of(boolean counted, @Nullable String spawnedFrom, boolean warned, boolean disowned) {
        if (spawnedFrom == null && !warned && !disowned) {
            return counted ? COUNTED : NONE;
        }
        return new QlessJobFields(counted, spawnedFrom, warned, disowned);
    }

    public QlessJobFields withCounted() {
        return counted ? this : of(true, spawnedFrom, warned, disowned);
    }

    public QlessJobFields withWarned(boolean value) {
        return value == warned ? this : of(counted, spawnedFrom, value, disowned);
    }

    public QlessJobFields withDisowned(boolean value) {
        return value == disowned ? this : of(counted, spawnedFrom, warned, value);
    }
}
