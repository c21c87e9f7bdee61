package dev.reeve.server;

import dev.reeve.cluster.member.ClusterMember;
import dev.reeve.cluster.member.ClusterStatus;
import dev.reeve.cluster.member.MemberChange;
import dev.reeve.cluster.member.NodeStatus;
import dev.reeve.door.api.ClusterReport;
import dev.reeve.server.metrics.ClusterFigures;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The cluster as the interface of the server shows it. */
record ClusterView(ClusterMember member) implements ClusterReport {
    @Override
    public long term() {
        return member.status().term();
    }

    @Override
    public List<Node> nodes() {
        ClusterStatus status = member.status();
        long furthest = status.furthest();
        return status.nodes().stream().map(node -> shown(node, furthest)).toList();
    }

    @Override
    public @Nullable String advice() {
        return member.status().advice();
    }

    private static Node shown(NodeStatus node, long furthest) {
        NodeStatus.Told told = node.report();
        State state = told == null
                ? null
                : new State(
                        told.version(),
                        told.position(),
                        furthest - told.position(),
                        notReady(node, told),
                        node.silentMicros(),
                        node.skewMicros());
        return new Node(node.name(), node.address(), node.leads(), state);
    }

    private static @Nullable String notReady(NodeStatus node, NodeStatus.Told told) {
        if (!node.isLinked()) {
            return "there is no contact";
        }
        if (told.differs()) {
            return "its state differs from the one here";
        }
        return told.isReady() ? null : "it is not ready";
    }

    /**
     * The figures for the metrics.
     *
     * @param strangers connections that were refused
     */
    ClusterFigures figures(long strangers) {
        ClusterStatus status = member.status();
        ClusterStatus.Figures own = status.figures();
        List<ClusterFigures.Link> links = status.nodes().stream()
                .filter(node -> node.member().number() != status.self())
                .map(node -> new ClusterFigures.Link(node.name(), node.isLinked(), differs(node), node.skewMicros()))
                .toList();
        return new ClusterFigures(
                role(status),
                status.term(),
                new ClusterFigures.Progress(own.committed(), own.applied(), status.lag()),
                new ClusterFigures.Counts(
                        own.leaderChanges(), own.resent(), own.snapshotInstalls(), own.compared(), strangers),
                links);
    }

    private static boolean differs(NodeStatus node) {
        NodeStatus.Told told = node.report();
        return told != null && told.differs();
    }

    private static String role(ClusterStatus status) {
        for (NodeStatus node : status.nodes()) {
            if (node.member().number() == status.self()) {
                if (!status.hasLeader()) {
                    return "searching";
                }
                return node.leads() ? "leader" : "follower";
            }
        }
        return "outside";
    }

    @Override
    public void change(Change change, String node, String host, int port, Consumer<Result> done) {
        MemberChange.Kind kind = MemberChange.Kind.valueOf(change.name());
        member.change(
                new MemberChange(kind, node, host, port),
                result -> done.accept(new Result(End.valueOf(result.end().name()), result.detail())));
    }
}
