package dev.reeve.client.observe;

import org.jspecify.annotations.Nullable;

/** Is told when something is done with jobs, and when it has ended. It must neither block nor throw. */
@FunctionalInterface
public interface JobObserver {
    /** An operation that goes on. */
    @FunctionalInterface
    interface Running {
        /**
         * The operation has ended.
         *
         * @param failure null if it succeeded
         */
        void end(@Nullable Throwable failure);
    }

    /** Begins an operation. Ended in the same thread if the operation is one of a thread. */
    Running begin(JobOperation operation);
}
