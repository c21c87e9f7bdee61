package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the events that qless clients can subscribe to, in the order of their occurrence, if there are subscribers.
 */
public final class QlessEvents {
    private final EngineState state;

    public QlessEvents(EngineState state) {
        this.state = state;
    }

    private void publish(QlessEvent event) {
        if (state.effects().wantsQlessEvents()) {
            state.effects().qlessEvent(event);
        }
    }

    /** Publishes an event of a job if the job is tracked. */
    public void tracked(CallerClock clock, TrackedEventType type, JobId id) {
        if (state.qless().tracks(id)) {
            trackedEvent(clock, type, id);
        }
    }

    public void trackedEvent(CallerClock clock, TrackedEventType type, JobId id) {
        publish(new QlessEvent.TrackedJobEvent(type, id, clock.dialect()));
    }

    public void put(JobId id, String queue) {
        publish(new QlessEvent.JobPut(id, queue));
    }

    public void completed(JobId id, String queue) {
        publish(new QlessEvent.JobCompleted(id, queue));
    }

    public void advanced(JobId id, String from, String to) {
        publish(new QlessEvent.JobAdvanced(id, from, to));
    }

    public void failed(Job job, Failure failure) {
        publish(new QlessEvent.JobFailed(job.id(), failure, holder(job)));
    }

    public void leaseLost(JobId id, String worker) {
        publish(new QlessEvent.LeaseLost(id, worker));
    }

    /** The job is null if it does not exist. */
    public void canceled(CallerClock clock, JobId id, @Nullable Job job) {
        String queue = job == null ? null : job.queue().name();
        publish(new QlessEvent.JobCanceled(id, queue, job == null ? null : holder(job)));
        tracked(clock, TrackedEventType.CANCELED, id);
    }

    private static String holder(Job job) {
        String worker = job.holder();
        return worker == null ? "" : worker;
    }

    public void configured(String option, @Nullable String value) {
        publish(value == null ? new QlessEvent.OptionUnset(option) : new QlessEvent.OptionSet(option, value));
    }
}
