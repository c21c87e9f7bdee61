package dev.reeve.engine;

import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessEffects;
import org.jspecify.annotations.Nullable;

/** Receiver of notifications while an entry is applied. A receiver must not call the engine. */
public interface Effects extends QlessEffects {
    /** Stands for a duration that is unknown or meaningless. */
    long UNKNOWN_DURATION = -1;

    /** A receiver that ignores everything, used during replay. */
    Effects NONE = new Effects() {
        @Override
        public void becameReady(String queue) {}

        @Override
        public void ended(long number, JobId id, EndReason how, byte @Nullable [] result, @Nullable JobError error) {}

        @Override
        public boolean awaitsEnds() {
            return false;
        }
    };

    /** A job of the queue can be leased. */
    void becameReady(String queue);

    /** A job of the queue can be leased at a later time for which the engine has no deadline. */
    default void delayed(String queue) {}

    /**
     * A change of a job of the queue, for metrics.
     *
     * @param micros the wait before the first lease, the run until completion or failure, or {@link #UNKNOWN_DURATION}
     */
    default void jobEvent(String queue, JobEventType type, long micros) {}

    /** Something happened, for those who listen. Called in order, and only if events are wanted, see {@link Engine#apply}. */
    default void happened(Event event) {}

    /** Whether anybody waits for the end of a job; if not, {@link #ended} need not be called. */
    default boolean awaitsEnds() {
        return true;
    }

    /** As {@link #awaitsEnds}, for one job. Its id need not be known for that. */
    default boolean awaitsEndOf(long number) {
        return awaitsEnds();
    }

    /** The job ended, or was removed before its end. Not called when an ended job is removed. */
    void ended(long number, JobId id, EndReason how, byte @Nullable [] result, @Nullable JobError error);
}
