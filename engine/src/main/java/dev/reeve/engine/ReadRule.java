package dev.reeve.engine;

import dev.reeve.engine.job.JobView;

/** What a reader of the engine may see. */
public interface ReadRule {
    /** The right that a refused reader lacks. */
    String READ = "read";

    /** A reader that may see everything. */
    ReadRule ALL = new ReadRule() {
        @Override
        public boolean allows(String queue) {
            return true;
        }

        @Override
        public boolean allowsAll() {
            return true;
        }

        @Override
        public boolean showsPayloads(String queue) {
            return true;
        }

        @Override
        public boolean showsResults(String queue) {
            return true;
        }

        @Override
        public JobView shown(JobView job) {
            return job;
        }
    };

    /** Whether the reader may see the queue and the jobs in it. */
    boolean allows(String queue);

    /** Whether the reader may see every queue, also one that does not exist yet. */
    boolean allowsAll();

    /** Whether the reader may see the payloads of jobs that wait in the queue. */
    boolean showsPayloads(String queue);

    /** Whether the reader may see results, and what workers have written about jobs of the queue. */
    boolean showsResults(String queue);

    /** The job without what the reader may not see of it. Its queue is one that the reader may see. */
    JobView shown(JobView job);

    /** Ends the query unless the reader may see the queue. */
    default void require(String queue) {
        if (!allows(queue)) {
            throw new RefusedQueryException(Rejection.NOT_ALLOWED, READ, queue);
        }
    }

    /** Ends the query unless the reader may see every queue: for lists that span queues and cannot be filtered cheaply. */
    default void requireAll() {
        if (!allowsAll()) {
            throw new RefusedQueryException(Rejection.NOT_ALLOWED, READ);
        }
    }
}
