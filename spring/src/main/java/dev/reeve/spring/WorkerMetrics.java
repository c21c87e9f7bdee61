package dev.reeve.spring;

import dev.reeve.client.WorkerHealth;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/** The figures of the worker, as {@code reeve.worker.…}. */
record WorkerMetrics(WorkerLifecycle worker) implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        gauge("running", "handlers at work", WorkerHealth::running, registry);
        gauge("unconfirmed", "jobs whose end the server has not confirmed", WorkerHealth::unconfirmed, registry);
        gauge("healthy", "1 if the server answers", health -> health.isHealthy() ? 1 : 0, registry);
        counter("finished", "jobs whose end the server has confirmed", WorkerHealth::finished, registry);
        counter("lost", "jobs whose lease was lost", WorkerHealth::lost, registry);
    }

    private void gauge(String name, String about, ToDoubleFunction<WorkerHealth> value, MeterRegistry registry) {
        Gauge.builder("reeve.worker." + name, worker, of -> value(of, value))
                .description(about)
                .register(registry);
    }

    private void counter(String name, String about, ToDoubleFunction<WorkerHealth> value, MeterRegistry registry) {
        FunctionCounter.builder("reeve.worker." + name, worker, of -> value(of, value))
                .description(about)
                .register(registry);
    }

    private static double value(WorkerLifecycle worker, ToDoubleFunction<WorkerHealth> value) {
        return worker.health().map(value::applyAsDouble).orElse(0.0);
    }
}
