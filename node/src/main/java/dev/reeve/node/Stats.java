package dev.reeve.node;

import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.QueueView;
import java.util.List;
import java.util.Map;

/**
 * The figures of one moment.
 *
 * @param queues the queues that have a tally of their own, the busiest first
 */
public record Stats(long atMicros, Totals totals, List<QueueStats> queues) {
    public Stats(long atMicros, Totals totals, List<QueueStats> queues) {
        this.atMicros = atMicros;
        this.totals = totals;
        this.queues = List.copyOf(queues);
    }

    /**
     * Figures of the whole server.
     *
     * @param jobs the number of jobs in each state
     * @param waitingForJobs the number of calls that wait for a job
     * @param memory the live data and its limit
     */
    public record Totals(Map<State, Integer> jobs, Rates rates, int waitingForJobs, Memory memory, Syncs syncs) {
        public Totals(Map<State, Integer> jobs, Rates rates, int waitingForJobs, Memory memory, Syncs syncs) {
            this.jobs = Map.copyOf(jobs);
            this.rates = rates;
            this.waitingForJobs = waitingForJobs;
            this.memory = memory;
            this.syncs = syncs;
        }
    }

    public record Memory(long usedBytes, long limitBytes) {}

    /** The syncs of the journal since the last figures, and how long they took together. */
    public record Syncs(long count, long nanos) {}

    public record QueueStats(QueueView queue, Rates rates) {}
}
