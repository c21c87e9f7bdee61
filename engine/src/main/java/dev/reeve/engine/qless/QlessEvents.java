package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.job.JobId;
import org.jspecify.annotations.Nullable;

/** Emits the events that qless clients can subscribe to, in their order; nothing if there are no subscribers. */
public final class QlessEvents {
    private final EngineState store;

    public QlessEvents(EngineState store) {
        this.store = store;
    }

    private boolean wanted() {
        return store.effects().wantsQlessEvents();
    }

    private void tell(QlessEvent event) {
        if (wanted()) {
            store.effects().qlessEvent(event);
        }
    }

    /** Tells of a tracked job; nothing if it is not tracked. */
    public void tracked(CallerClock caller, String what, JobId id) {
        if (wanted() && store.tracked().contains(id)) {
            told(caller, what, id);
        }
    }

    public void told(CallerClock caller, String what, JobId id) {
        tell(new QlessEvent.TrackedJobEvent(type(what), id, caller.dialect()));
    }

    private static TrackedEventType type(String what) {
        return switch (what) {
            case "put" -> TrackedEventType.PUT;
            case "popped" -> TrackedEventType.POPPED;
            case "completed" -> TrackedEventType.COMPLETED;
            case "failed" -> TrackedEventType.FAILED;
            case "stalled" -> TrackedEventType.STALLED;
            case "canceled" -> TrackedEventType.CANCELED;
            case "track" -> TrackedEventType.TRACKED;
            case "untrack" -> TrackedEventType.UNTRACKED;
            default -> throw new IllegalArgumentException("no event of a tracked job: " + what);
        };
    }

    public void put(JobId id, String queue) {
        tell(new QlessEvent.JobPut(id, queue));
    }

    public void completed(JobId id, String queue) {
        tell(new QlessEvent.JobCompleted(id, queue));
    }

    public void advanced(JobId id, String from, String to) {
        tell(new QlessEvent.JobAdvanced(id, from, to));
    }

    public void failed(JobId id, String group, String message, String worker) {
        tell(new QlessEvent.JobFailed(id, group, message, worker));
    }

    public void lockLost(JobId id, String worker) {
        tell(new QlessEvent.LeaseLost(id, worker));
    }

    /** Queue and worker are null for a job that does not exist. */
    public void canceled(JobId id, @Nullable String queue, @Nullable String worker) {
        tell(new QlessEvent.JobCanceled(id, queue, worker));
    }

    public void configured(String option, @Nullable String value) {
        tell(value == null ? new QlessEvent.OptionUnset(option) : new QlessEvent.OptionSet(option, value));
    }
}
