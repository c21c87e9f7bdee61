package dev.reeve.server.metrics;

import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.tally.QueueTally;
import java.util.EnumMap;
import java.util.Map;

/** The values under one queue label. The label {@link dev.reeve.tally.QueueTallies#OTHER} sums several queues. */
final class QueueRow {
    private final QueueTally tally;
    private final Map<State, Long> jobs = new EnumMap<>(State.class);
    private long oldestMicros;

    QueueRow(QueueTally tally) {
        this.tally = tally;
    }

    /** @param waitsMicros the waiting time of the queue's oldest ready job */
    void add(QueueView queue, long waitsMicros) {
        for (State state : State.values()) {
            jobs.merge(state, (long) count(queue, state), Long::sum);
        }
        oldestMicros = Math.max(oldestMicros, waitsMicros);
    }

    private static int count(QueueView queue, State state) {
        int retrying = queue.retryingFailed() + queue.retryingTimedOut();
        return switch (state) {
            case READY -> queue.ready();
            case SCHEDULED -> queue.scheduled() - retrying;
            case DEPENDS -> queue.depends();
            case RETRYING -> retrying;
            case LEASED -> queue.leased();
            case COMPLETED -> queue.completed();
            case FAILED -> queue.failed();
            case TIMED_OUT -> queue.timedOut();
            case CANCELLED -> queue.cancelled();
            case THROTTLED -> queue.throttled();
        };
    }

    QueueTally tally() {
        return tally;
    }

    long jobs(State state) {
        return jobs.getOrDefault(state, 0L);
    }

    long oldestMicros() {
        return oldestMicros;
    }
}
