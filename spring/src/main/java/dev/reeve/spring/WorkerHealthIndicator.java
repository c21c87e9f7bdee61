package dev.reeve.spring;

import dev.reeve.client.WorkerHealth;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Down if the server does not answer the worker. An application without a worker is up. */
final class WorkerHealthIndicator extends AbstractHealthIndicator {
    private final WorkerLifecycle worker;

    WorkerHealthIndicator(WorkerLifecycle worker) {
        this.worker = worker;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        WorkerHealth health = worker.health().orElse(null);
        if (health == null) {
            builder.up().withDetail("worker", "none");
            return;
        }
        (health.isHealthy() ? builder.up() : builder.down().withDetail("problem", health.problem()))
                .withDetail("running", health.running())
                .withDetail("unconfirmed", health.unconfirmed())
                .withDetail("finished", health.finished())
                .withDetail("lost", health.lost());
    }
}
