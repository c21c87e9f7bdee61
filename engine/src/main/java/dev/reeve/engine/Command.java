package dev.reeve.engine;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.RecordFormat;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import java.util.List;

/**
 * A change of the engine's state, as the journal records it. Invariant: the result depends only on the command, the
 * state, the entry's time and the entry's seed. A new command is one class and one line in {@link CommandType}.
 */
public interface Command<R> {
    /** The type. Frequent commands return the constant, which is faster. */
    default CommandType type() {
        return CommandType.of(this);
    }

    /** The first version of the engine that knows the command with all that it contains. */
    default int sinceVersion() {
        return type().sinceVersion();
    }

    Outcome<R> apply(EngineState state);

    /** Writes what the reader of the {@link CommandType} reads. Frequent commands have code of their own. */
    default void write(ByteSink out) {
        RecordFormat.write((Record) this, out);
    }

    /**
     * The most that the command adds to the live data, whatever the state is. Short records of what happened to a job
     * that is being finished do not count: finishing is always possible.
     */
    default long growthBytes() {
        return 0;
    }

    /**
     * As {@link #growthBytes()}, for this state and therefore closer. For several commands in a row, the sum for the state
     * before the first one is an upper bound too: what replaces something counts only if it is larger.
     */
    default long growthBytes(EngineState state) {
        return growthBytes();
    }

    /**
     * What the jobs that the command names take more of the heap once it has changed them, see {@link Job#uncountedBytes}.
     */
    default long ledgerBytes(EngineState state) {
        long bytes = 0;
        for (JobRef ref : jobs()) {
            Job job = state.find(ref);
            bytes += job == null ? 0 : job.uncountedBytes();
        }
        return bytes;
    }

    /** How many jobs the command changes at most that are there before it, but for those that it leases. */
    default int mostChanged() {
        return jobs().size();
    }

    /** Whether the command leases, finishes or retries jobs. It may then use the memory reserved for that. */
    default boolean usesReserve() {
        return false;
    }

    /**
     * The queues that the command names. The queues of jobs that it names by id are not included: only the loop, which
     * has the state, can find them. A queue may be listed more than once.
     */
    default List<String> queues() {
        return List.of();
    }

    /** The jobs that the command names and that may exist: those that it changes, and those that others depend on. */
    default List<JobRef> jobs() {
        return List.of();
    }

    /** The jobs that are looked for because the command names them: those of {@link #jobs}, and those that must not exist. */
    default List<JobRef> lookups() {
        return jobs();
    }

    /** The batches that the command names and that may exist. The rights for their queues count too. */
    default List<String> batches() {
        return List.of();
    }

    /** The recurring jobs that the command names. */
    default List<JobId> recurringJobs() {
        return List.of();
    }

    /** The schedules that the command names and that may exist. */
    default List<String> schedules() {
        return List.of();
    }
}
