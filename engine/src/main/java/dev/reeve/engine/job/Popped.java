package dev.reeve.engine.job;

import java.util.List;

/**
 * Jobs that a worker with its own clock was just given.
 *
 * @param expiresMicros when the leases end by that clock
 */
public record Popped(List<QlessJobView> jobs, long expiresMicros) {
    public static final Popped NOTHING = new Popped(List.of(), 0);

    public Popped {
        jobs = List.copyOf(jobs);
    }
}
