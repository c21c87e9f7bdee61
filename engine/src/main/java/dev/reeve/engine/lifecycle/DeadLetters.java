package dev.reeve.engine.lifecycle;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.EventType;
import dev.reeve.engine.Growth;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobFlow;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves jobs that failed for good to the dead letter queue of their queue. A job that fails there moves on once more at most, so
 * that no job goes in circles.
 */
final class DeadLetters {
    private static final int MOST_MOVES = 2;

    private final EngineState state;

    DeadLetters(EngineState state) {
        this.state = state;
    }

    /**
     * The name of the queue that the job moves to when it fails for good; null if it stays. Clients on a caller's clock find
     * failed jobs in failure groups and queue them again from there, so their jobs stay. So does a job when memory is full: no
     * command was admitted for the move.
     */
    @Nullable
    String of(Job job) {
        JobQueue queue = job.queue();
        String to = queue.deadLetter();
        if (to == null
                || to.equals(queue.name())
                || queue.deleted()
                || job.polled()
                || job.terms().foreground()
                || job.flow().deadMoves() >= MOST_MOVES) {
            return null;
        }
        long bytes = Growth.queue(state, to)
                + Growth.history(job)
                + Growth.text(queue.name())
                + Growth.failure(queue.name().length())
                + HistoryEvent.OVERHEAD_BYTES
                + Growth.DEAD_LETTER
                + Growth.limitKey(job.ties().limitKey());
        return state.hasMemoryFor(bytes) ? to : null;
    }

    /** Moves the job: it is ready there, with its history and its error, and its attempts are counted anew. */
    void move(Job job, String to) {
        state.duplicates().ended(job);
        state.beginChange(job);
        state.limits().giveUpSlot(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        String from = job.queue().name();
        state.edits().depend(job, fields, List.of());
        JobQueue queue = state.queueOrNew(to);
        JobFlow flow = fields.flow();
        state.move(job, queue);
        fields.flow(flow.dead(from));
        state.placements().noteAdded(fields, state.atMicros(), queue);
        state.placements().waitIn(job, State.READY, state.atMicros());
        job.timedOut(false);
        job.options(job.options().startedOver());
        job.endedAtMicros(0);
        job.result(null);
        job.attempts(0);
        job.fails(0);
        job.retriesUsed(0);
        state.endChange(job);
        state.jobEvent(job, JobEventType.ADDED);
        state.happened(job, EventType.JOB_RETRYING);
        state.placements().announceIfReady(job);
    }
}
