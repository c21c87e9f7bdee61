package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * Why a job waits for others, or was cancelled because of another.
 *
 * @param job the job that stands in the way; one that failed, if there is one among the first
 * @param state its state; null if it is gone
 * @param count how many jobs stand in the way
 */
public record Obstacle(JobId job, @Nullable State state, int count) {}
