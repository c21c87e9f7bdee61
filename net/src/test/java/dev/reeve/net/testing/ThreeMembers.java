package dev.reeve.net.testing;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.member.ClusterMember;
import dev.reeve.engine.Engine;
import dev.reeve.node.Clock;
import dev.reeve.node.Loop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The nodes of a cluster of three, on one loop and one clock. Doors are opened at one that does not lead. */
final class ThreeMembers {
    static final long PATIENCE_MICROS = 3_600_000_000L;
    private static final ClusterMember.Limits LIMITS =
            new ClusterMember.Limits(PATIENCE_MICROS, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    private final List<ClusterMember> members = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final SharedLog log;

    ThreeMembers(Loop loop, Clock clock, NodeSettings settings, Node.Halt halt, SharedLog log) throws IOException {
        this.log = log;
        ClusterMember.Stamps stamps = new ClusterMember.Stamps(clock, settings.seeds());
        for (int number = 1; number <= 3; number++) {
            Member self = new Member("test", number, number);
            ClusterMember member = new ClusterMember(self, (long) number << 40, loop, stamps, LIMITS, halt);
            Node node = new Node(loop, member.clock(), member.backing(), new Engine(), settings, halt);
            member.start(node, log.place(self));
            members.add(member);
            nodes.add(node);
        }
        log.begin();
    }

    Node leader() {
        return nodes.get(0);
    }

    Node follower() {
        return nodes.get(1);
    }

    void loseLeader() {
        log.loseLeader();
    }

    boolean areServing() {
        return members.stream().allMatch(ClusterMember::isServing);
    }

    void close() {
        members.forEach(ClusterMember::close);
    }
}
