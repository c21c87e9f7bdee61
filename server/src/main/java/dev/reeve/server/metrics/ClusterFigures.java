package dev.reeve.server.metrics;

import java.util.List;

/**
 * The figures of a cluster at one of its nodes.
 *
 * @param role leader, follower, searching if there is no leader, or outside if the node is no member
 * @param links to the other members
 */
public record ClusterFigures(String role, long term, Progress progress, Counts counts, List<Link> links) {
    static final List<String> ROLES = List.of("leader", "follower", "searching", "outside");

    /**
     * How far the log is.
     *
     * @param lag how many entries the node is behind the furthest one that it has heard of
     */
    public record Progress(long committed, long applied, long lag) {}

    /** What has happened since the start. */
    public record Counts(long leaderChanges, long resent, long snapshotInstalls, long statesCompared, long strangers) {}

    /**
     * The link to another member.
     *
     * @param differs whether its state is not the one here
     * @param skewMicros how far its clock is ahead; 0 if it was not heard of
     */
    public record Link(String node, boolean isUp, boolean differs, long skewMicros) {}

    public ClusterFigures {
        links = List.copyOf(links);
    }
}
