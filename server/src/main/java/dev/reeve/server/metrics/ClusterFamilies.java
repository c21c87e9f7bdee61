package dev.reeve.server.metrics;

/** The metrics of a node of a cluster. A server without one does not have them. */
final class ClusterFamilies {
    private static final double MICROS_PER_SECOND = 1e6;

    private ClusterFamilies() {}

    static void add(ClusterFigures figures, MetricFamilies families) {
        families.gauges("reeve_cluster_role", "1 for the role that the node has in its cluster.", points -> {
            for (String role : ClusterFigures.ROLES) {
                points.add(role.equals(figures.role()) ? 1 : 0, "role", role);
            }
        });
        families.gauge("reeve_cluster_term", "The term of the leader that the node follows or is.", figures.term());
        families.gauge(
                "reeve_cluster_commit_index",
                "The last index of the log that the node knows to be committed.",
                figures.progress().committed());
        families.gauge(
                "reeve_cluster_applied_index",
                "The last index of the log that the node has applied.",
                figures.progress().applied());
        families.gauge(
                "reeve_cluster_lag_entries",
                "Entries that the node is behind the furthest one that it has heard of.",
                figures.progress().lag());
        addCounts(figures.counts(), families);
        families.gauges(
                "reeve_cluster_link_up",
                "1 if the other node was heard of within the last three seconds.",
                points -> figures.links().forEach(link -> points.add(link.isUp() ? 1 : 0, "node", link.node())));
        families.gauges(
                "reeve_cluster_state_differs",
                "1 if the other node has another state than this one after the same entries.",
                points -> figures.links().forEach(link -> points.add(link.differs() ? 1 : 0, "node", link.node())));
        families.gauges(
                "reeve_cluster_clock_skew_seconds",
                "How far the clock of the other node is ahead of the one of this node.",
                points -> figures.links()
                        .forEach(link -> points.add(link.skewMicros() / MICROS_PER_SECOND, "node", link.node())));
    }

    private static void addCounts(ClusterFigures.Counts counts, MetricFamilies families) {
        families.counter(
                "reeve_cluster_leader_changes",
                "Leaders that have begun since the start of the node.",
                counts.leaderChanges());
        families.counter("reeve_cluster_resent", "Commands that had to be sent to a leader again.", counts.resent());
        families.counter(
                "reeve_cluster_snapshot_installs",
                "Snapshots that the node has loaded, its own at the start included.",
                counts.snapshotInstalls());
        families.counter(
                "reeve_cluster_states_compared",
                "Sums of the states of other nodes that were compared with those of this one.",
                counts.statesCompared());
        families.counter(
                "reeve_cluster_strangers",
                "Connections to the port between nodes that were refused because they were not of a node.",
                counts.strangers());
    }
}
