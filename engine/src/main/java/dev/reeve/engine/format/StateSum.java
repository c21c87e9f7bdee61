package dev.reeve.engine.format;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.StoredPayload;

/**
 * A sum by which the states of two engines that have applied the same entries are compared: of the counters and numbers of the whole state, and
 * of a few jobs with all that they have. Which jobs, depends on the place, so that all of them have their turn.
 *
 * <p>Invariant: equal states have equal sums, wherever their payloads are and whether they came from a snapshot or not. A sum takes the same
 * short time for any number of jobs; those that are large are left out of it.
 */
public final class StateSum {
    /** Changes with what is summed. Sums of different formats cannot be compared. */
    public static final int FORMAT = 1 << 8 | StateWriter.FORMAT;

    private static final int JOBS = 16;
    private static final long MOST_JOB_BYTES = 64 << 10;
    private static final int CAPACITY = 8 << 10;
    private static final byte[] NO_PAYLOAD = {};

    private StateSum() {}

    /**
     * The sum of a state.
     *
     * @param place grows by 1 from one sum to the next
     */
    public static long of(EngineState state, long place) {
        ByteSink out = new ByteSink(CAPACITY);
        writeNumbers(state, out);
        int jobs = state.jobs().size();
        int first = jobs == 0 ? 0 : (int) Math.floorMod(place * JOBS, (long) jobs);
        state.forgetShown();
        for (Job job : state.jobs().page(first, JOBS)) {
            out.putVarLong(job.number());
            if (job.sizeBytes() <= MOST_JOB_BYTES) {
                JobFormat.write(job, NO_PAYLOAD, null, out);
                out.putLong(payloadSum(job.payload()));
            }
        }
        return StoredPayload.sumOf(out.toByteArray());
    }

    private static void writeNumbers(EngineState state, ByteSink out) {
        out.putVarLong(state.version());
        out.putVarLong(state.atMicros());
        out.putVarLong(state.lastNumber());
        out.putVarLong(state.lastToken());
        out.putVarLong(state.lastQueueNumber());
        out.putVarLong(state.memoryLimitBytes());
        out.putVarLong(state.liveBytes());
        state.totals().write(out);
        for (State each : State.values()) {
            out.putVarLong(state.jobCount(each));
        }
        out.putVarLong(state.queues().size());
        out.putVarLong(state.deletedQueues().size());
        out.putVarLong(state.webhooks().lastEvent());
    }

    private static long payloadSum(Object payload) {
        return payload instanceof StoredPayload stored ? stored.sum() : StoredPayload.sumOf((byte[]) payload);
    }
}
