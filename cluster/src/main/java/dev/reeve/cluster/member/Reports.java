package dev.reeve.cluster.member;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import dev.reeve.engine.format.StateSum;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.node.Clock;
import dev.reeve.node.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What members tell each other of themselves, and the picture of the cluster that it gives. Loop only. */
final class Reports {
    /** The clocks of a node, and who has told of others. */
    record Clocks(Clock machine, ClusterClock cluster, Contacts contacts) {}

    /** What this node has for itself. */
    record Own(StateSums sums, ReplicatedStorage storage) {}

    private final Member self;
    private final Clock machine;
    private final ClusterClock clock;
    private final Node node;
    private final Replica replica;
    private final Group group;
    private final StateSums sums;
    private final ReplicatedStorage storage;
    private final Contacts contacts;

    Reports(Member self, Clocks clocks, Node node, Replica replica, Group group, Own own) {
        this.self = self;
        this.machine = clocks.machine;
        this.clock = clocks.cluster;
        this.node = node;
        this.replica = replica;
        this.group = group;
        this.sums = own.sums;
        this.storage = own.storage;
        this.contacts = clocks.contacts;
    }

    /** One of these members has told of itself. */
    void heard(NodeReport report, List<Member> members) {
        contacts.heard(report, members);
        for (Member member : members) {
            String told = member.number() == report.number()
                    ? report.names().name()
                    : report.names().others().get(member.number());
            if (told != null && group.name(member) == null) {
                group.named(member, told);
            }
        }
    }

    /** The names of the other ones of these members, as far as they are known. */
    private Map<Integer, String> others(List<Member> members) {
        Map<Integer, String> others = new HashMap<>();
        for (Member member : members) {
            String known = group.name(member);
            if (known != null && !member.equals(self)) {
                others.put(member.number(), known);
            }
        }
        return others;
    }

    /** Tells all other members of this node. */
    void tell(List<Member> members, boolean isReady, Replica.Links links) {
        contacts.retain(members);
        byte[] report = report(members, isReady);
        for (Member member : members) {
            if (!member.equals(self)) {
                contacts.logSilence(member, name(member));
                if (contacts.mayRenewLink(member)) {
                    links.renew(member);
                }
                links.send(member, report);
            }
        }
    }

    /** Tells a member of this node that does not know the time. */
    void answer(NodeReport heard, List<Member> members, boolean isReady, Replica.Links links) {
        if (heard.clusterMicros() == NodeReport.UNKNOWN_TIME && clock.isSet()) {
            members.stream()
                    .filter(member -> member.number() == heard.number())
                    .forEach(member -> links.send(member, report(members, isReady)));
        }
    }

    private byte[] report(List<Member> members, boolean isReady) {
        return new NodeReport(
                        self.number(),
                        machine.systemTimeMicros(),
                        node.position(),
                        isReady,
                        group.engineVersion(),
                        new NodeReport.Names(name(self), group.version(), others(members)),
                        new NodeReport.Sums(StateSum.FORMAT, sums.latest()),
                        clock.isSet() ? clock.nowMicros() : NodeReport.UNKNOWN_TIME,
                        hasRoom())
                .encode();
    }

    /** Whether the disk of this node is not nearly full. */
    boolean hasRoom() {
        return storage.room() == WriteAdmission.AMPLE;
    }

    /** Whether all members have the engine of this node. */
    boolean allAreCurrent(List<Member> members) {
        return contacts.allHave(group.engineVersion(), members, self);
    }

    /** The position after which the state of this node is not that of most members; null if nothing of the kind is known. */
    @Nullable
    Long wrongAfter(List<Member> members) {
        return sums.check(members, self, this::sumsOf);
    }

    private Map<Long, Long> sumsOf(Member member) {
        Contacts.Contact contact = contacts.of(member);
        NodeReport.Sums told =
                contact == null ? NodeReport.Sums.NONE : contact.report().sums();
        return told.format() == StateSum.FORMAT ? told.byPosition() : Map.of();
    }

    /** The name of a member; its address if the name is not known. */
    String name(Member member) {
        Contacts.Contact contact = contacts.of(member);
        if (contact != null) {
            return contact.report().names().name();
        }
        String known = group.name(member);
        return known == null ? member.host() + ":" + member.port() : known;
    }

    /** The cluster as this node sees it now. */
    ClusterStatus status(Consensus consensus, boolean hasLeader, boolean isReady) {
        Member leader = hasLeader ? consensus.leader() : null;
        List<NodeStatus> nodes = new ArrayList<>();
        for (Member member : consensus.members()) {
            nodes.add(status(member, leader, isReady));
        }
        ClusterStatus.Figures figures = new ClusterStatus.Figures(
                consensus.committed(),
                replica.appliedIndex(),
                replica.leaderChanges(),
                replica.resent(),
                replica.installs(),
                sums.compared());
        return new ClusterStatus(self.number(), replica.epoch(), hasLeader, figures, nodes);
    }

    private NodeStatus status(Member member, @Nullable Member leader, boolean isReady) {
        boolean leads = member.equals(leader);
        if (member.equals(self)) {
            NodeStatus.Told own = new NodeStatus.Told(group.version(), node.position(), isReady, hasRoom(), false);
            return new NodeStatus(member, name(member), leads, own, 0, 0);
        }
        Contacts.Contact contact = contacts.of(member);
        if (contact == null) {
            return new NodeStatus(member, name(member), leads, null, 0, 0);
        }
        NodeReport said = contact.report();
        NodeStatus.Told told = new NodeStatus.Told(
                said.names().version(), said.position(), said.isReady(), said.hasRoom(), sums.differs(member));
        return new NodeStatus(
                member, said.names().name(), leads, told, contacts.ageMicros(contact), contacts.skewMicros(contact));
    }
}
