package dev.reeve.engine;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.engine.qless.TrackedEventType;
import org.jspecify.annotations.Nullable;

/** Tells of what happens to jobs and options, in the order in which it is to be heard; nothing if nobody wants to hear. */
final class QlessEvents {
    private final EngineState store;

    QlessEvents(EngineState store) {
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
    void tracked(CallerClock caller, String what, JobId id) {
        if (wanted() && store.tracked().contains(id)) {
            told(caller, what, id);
        }
    }

    void told(CallerClock caller, String what, JobId id) {
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

    void put(JobId id, String queue) {
        tell(new QlessEvent.JobPut(id, queue));
    }

    void completed(JobId id, String queue) {
        tell(new QlessEvent.JobCompleted(id, queue));
    }

    void advanced(JobId id, String from, String to) {
        tell(new QlessEvent.JobAdvanced(id, from, to));
    }

    void failed(JobId id, String group, String message, String worker) {
        tell(new QlessEvent.JobFailed(id, group, message, worker));
    }

    void lockLost(JobId id, String worker) {
        tell(new QlessEvent.LeaseLost(id, worker));
    }

    /** Queue and worker are null for a job that does not exist. */
    void canceled(JobId id, @Nullable String queue, @Nullable String worker) {
        tell(new QlessEvent.JobCanceled(id, queue, worker));
    }

    void configured(String option, @Nullable String value) {
        tell(value == null ? new QlessEvent.OptionUnset(option) : new QlessEvent.OptionSet(option, value));
    }
}
