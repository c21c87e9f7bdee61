package dev.reeve.cluster.member;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one node sees it.
 *
 * @param self the number of that node
 * @param term of the leader that it follows
 * @param nodes all members
 */
public record ClusterStatus(int self, long term, boolean hasLeader, Figures figures, List<NodeStatus> nodes) {
    static final ClusterStatus NONE = new ClusterStatus(0, 0, false, new Figures(0, 0, 0, 0, 0, 0), List.of());

    /**
     * What has happened at that node.
     *
     * @param committed the last index of the log that it knows to be committed
     * @param applied the last index that it has applied
     * @param leaderChanges leaders that have begun since its start
     * @param resent commands that it had to send to a leader again
     * @param snapshotInstalls snapshots that it has loaded, its own included
     * @param compared sums of the states of others that it has compared with its own
     */
    public record Figures(
            long committed, long applied, long leaderChanges, long resent, long snapshotInstalls, long compared) {}

    public ClusterStatus {
        nodes = List.copyOf(nodes);
    }

    /** What an operator should do about the number of nodes; null if nothing. */
    public @Nullable String advice() {
        return advice(nodes.size());
    }

    /** The same for so many nodes. */
    static @Nullable String advice(int nodes) {
        if (nodes == 0 || nodes % 2 != 0) {
            return null;
        }
        int lost = (nodes - 1) / 2;
        return nodes + " nodes survive the loss of " + (lost == 0 ? "none" : lost) + ", as " + (nodes - 1)
                + " would: let one more join, or one leave";
    }

    /** How many entries this node is behind the furthest one. */
    public long lag() {
        return furthest()
                - nodes.stream()
                        .filter(node -> node.member().number() == self)
                        .map(NodeStatus::report)
                        .mapToLong(told -> told == null ? 0 : told.position())
                        .max()
                        .orElse(0);
    }

    /** The furthest position that any node has told. */
    public long furthest() {
        return nodes.stream()
                .map(NodeStatus::report)
                .mapToLong(told -> told == null ? 0 : told.position())
                .max()
                .orElse(0);
    }
}
