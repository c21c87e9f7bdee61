package dev.reeve.client;

import java.time.Duration;

/**
 * How a worker is.
 *
 * @param isHealthy whether the server has answered lately, or the worker is too busy to ask
 * @param problem why the last request for jobs failed; empty if it did not
 * @param sinceAnswer the time since the server last answered a request for jobs
 * @param running the number of handlers at work
 * @param unconfirmed the number of finished jobs of which the server has not heard yet
 * @param finished the number of jobs whose end the server has confirmed
 * @param lost the number of jobs whose lease was lost
 */
public record WorkerHealth(
        boolean isHealthy,
        String problem,
        Duration sinceAnswer,
        int running,
        int unconfirmed,
        long finished,
        long lost) {}
