package dev.reeve.spring;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** The health of the worker in Spring Boot 4. */
final class WorkerHealthIndicator extends AbstractHealthIndicator {
    private final WorkerLifecycle worker;

    WorkerHealthIndicator(WorkerLifecycle worker) {
        this.worker = worker;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        WorkerState state = WorkerState.of(worker);
        (state.isUp() ? builder.up() : builder.down()).withDetails(state.details());
    }
}
