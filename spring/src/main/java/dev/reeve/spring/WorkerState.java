package dev.reeve.spring;

import dev.reeve.client.WorkerHealth;
import java.util.LinkedHashMap;
import java.util.Map;

/** What health indicators tell. Not up if the server does not answer the worker; an application without a worker is up. */
record WorkerState(boolean isUp, Map<String, Object> details) {
    static WorkerState of(WorkerLifecycle worker) {
        WorkerHealth health = worker.health().orElse(null);
        if (health == null) {
            return new WorkerState(true, Map.of("worker", "none"));
        }
        Map<String, Object> details = new LinkedHashMap<>();
        if (!health.isHealthy()) {
            details.put("problem", health.problem());
        }
        details.put("running", health.running());
        details.put("unconfirmed", health.unconfirmed());
        details.put("finished", health.finished());
        details.put("lost", health.lost());
        return new WorkerState(health.isHealthy(), details);
    }
}
