package dev.reeve.engine;

import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessEvent;
import org.jspecify.annotations.Nullable;

/** What happened while an entry was applied, told as it happens. A listener must not call back into the engine. */
public interface Effects {
    /** Instead of a length of time that is not known, or would tell nothing. */
    long UNKNOWN_DURATION = -1;

    /** For replay, when nobody waits for anything. */
    Effects NONE = new Effects() {
        @Override
        public void becameReady(String queue) {}

        @Override
        public void ended(long number, JobId id, EndReason how, byte @Nullable [] result) {}

        @Override
        public boolean wantsQlessEvents() {
            return false;
        }

        @Override
        public void qlessEvent(QlessEvent event) {}
    };

    /** A job of that queue can be leased. */
    void becameReady(String queue);

    /** A job of that queue will be there to lease at a moment that no deadline marks. */
    default void delayed(String queue) {}

    /**
     * Something worth counting happened to a job of that queue.
     *
     * @param micros how long it had waited until its first lease, how long it ran until it was completed or failed, or
     *     {@link #UNKNOWN_DURATION}
     */
    default void jobEvent(String queue, JobEventType type, long micros) {}

    /** The job is finished, or has gone. An ended job that is removed later is not told again. */
    void ended(long number, JobId id, EndReason how, byte @Nullable [] result);

    /** Whether anybody wants to hear of such events; if not, they need not be told. */
    default boolean wantsQlessEvents() {
        return true;
    }

    /** An event for whoever watches, in the order in which subscribers are to hear of them. */
    void qlessEvent(QlessEvent event);
}
