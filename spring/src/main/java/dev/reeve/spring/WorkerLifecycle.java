package dev.reeve.spring;

import dev.reeve.client.JobType;
import dev.reeve.client.RawJson;
import dev.reeve.client.Reeve;
import dev.reeve.client.ScheduleRequest;
import dev.reeve.client.Worker;
import dev.reeve.client.WorkerBuilder;
import dev.reeve.client.WorkerHealth;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.PropertyResolver;

/**
 * The worker of the application. It begins when everything else has started, the web server included, and has drained before the web
 * server begins to stop. Without handlers there is none.
 */
public final class WorkerLifecycle implements SmartLifecycle {
    /** Web servers have phases that are 1024 and 2048 below the default; what is higher starts later and stops earlier. */
    private static final int PHASE = DEFAULT_PHASE - 512;

    private final Reeve reeve;
    private final ReeveProperties.WorkerProperties properties;
    private final HandlerMethods methods;
    private final PropertyResolver texts;
    private volatile @Nullable Worker worker;

    WorkerLifecycle(
            Reeve reeve, ReeveProperties.WorkerProperties properties, HandlerMethods methods, PropertyResolver texts) {
        this.reeve = reeve;
        this.properties = properties;
        this.methods = methods;
        this.texts = texts;
    }

    @Override
    public synchronized void start() {
        if (worker != null || methods.handlers().isEmpty()) {
            return;
        }
        List<String> queues = properties.queues();
        if (queues.isEmpty()) {
            throw new IllegalStateException(
                    "the property reeve.worker.queues has to name the queues whose jobs the application works on");
        }
        methods.schedules().forEach(this::put);
        WorkerBuilder builder = reeve.worker(queues.toArray(String[]::new))
                .concurrency(properties.concurrency())
                .lease(properties.lease())
                .drain(properties.drain());
        methods.handlers().forEach(handler -> handler.addTo(builder));
        worker = builder.start();
    }

    private void put(HandlerMethods.Planned planned) {
        JobSchedule schedule = planned.schedule();
        String name = text(schedule.name());
        String cron = text(schedule.cron());
        String every = text(schedule.every());
        if (cron.isEmpty() == every.isEmpty()) {
            throw new IllegalStateException("the schedule " + name + " needs either cron or every");
        }
        String queue = text(schedule.queue());
        reeve.putSchedule(
                cron.isEmpty()
                        ? ScheduleRequest.every(name, duration(every))
                        : ScheduleRequest.cron(name, cron, ZoneId.of(text(schedule.zone()))),
                JobType.of(planned.type(), RawJson.class)
                        .queue(queue.isEmpty() ? properties.queues().get(0) : queue)
                        .with(RawJson.of(text(schedule.payload()))));
    }

    private static Duration duration(String text) {
        return DurationStyle.detectAndParse(text);
    }

    private String text(String given) {
        return texts.resolveRequiredPlaceholders(given);
    }

    /** How the worker is; empty while there is none. */
    public Optional<WorkerHealth> health() {
        return Optional.ofNullable(worker).map(Worker::health);
    }

    /** Takes no more jobs, and waits for the handlers. */
    @Override
    public synchronized void stop() {
        Worker running = worker;
        if (running != null) {
            running.close();
            worker = null;
        }
    }

    @Override
    public boolean isRunning() {
        return worker != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
