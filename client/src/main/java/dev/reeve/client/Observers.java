package dev.reeve.client;

import dev.reeve.client.observe.JobObserver;
import dev.reeve.client.observe.JobOperation;
import dev.reeve.client.observe.OpenTelemetryObserver;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells an observer: the given one, or OpenTelemetry's if it is on the class path. One that throws costs no job. */
final class Observers {
    private static final System.Logger LOG = System.getLogger(Observers.class.getName());
    private static final JobObserver.Running NOTHING = failure -> {};

    private final @Nullable JobObserver observer;

    private Observers(@Nullable JobObserver observer) {
        this.observer = observer;
    }

    static Observers of(@Nullable JobObserver given) {
        return new Observers(given == null ? found() : given);
    }

    private static @Nullable JobObserver found() {
        try {
            Class.forName("io.opentelemetry.api.GlobalOpenTelemetry");
            return OpenTelemetryObserver.global();
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** @param operation made only if somebody wants to know */
    JobObserver.Running begin(Supplier<JobOperation> operation) {
        if (observer == null) {
            return NOTHING;
        }
        try {
            JobObserver.Running running = observer.begin(operation.get());
            return failure -> end(running, failure);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the observer failed", e);
            return NOTHING;
        }
    }

    private static void end(JobObserver.Running running, @Nullable Throwable failure) {
        try {
            running.end(failure);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the observer failed", e);
        }
    }

    /** Calls something whose exception is the failure of the operation. */
    static <T> T observed(JobObserver.Running running, Supplier<T> call) {
        Throwable failure = null;
        try {
            return call.get();
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            running.end(failure);
        }
    }
}
