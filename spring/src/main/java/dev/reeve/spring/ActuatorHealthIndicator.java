package dev.reeve.spring;

import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** The health of the worker in Spring Boot 3, which has these classes in its actuator. */
final class ActuatorHealthIndicator extends AbstractHealthIndicator {
    private final WorkerLifecycle worker;

    ActuatorHealthIndicator(WorkerLifecycle worker) {
        this.worker = worker;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        WorkerState state = WorkerState.of(worker);
        (state.isUp() ? builder.up() : builder.down()).withDetails(state.details());
    }
}
