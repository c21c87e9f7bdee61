package dev.reeve.campaign.history;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.member.ClusterMember;
import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.node.Clock;
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualLoop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.node.WaitCompletion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Three nodes of a {@link HastyGroup} on one loop, which the test runs, with clocks that may differ. Calls return null if there is no reply.
 */
final class ThreeManualNodes {
    private static final List<Member> MEMBERS =
            List.of(new Member("test", 1, 1), new Member("test", 2, 2), new Member("test", 3, 3));
    private static final ClusterMember.Limits LIMITS =
            new ClusterMember.Limits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 1_000_000);
    private static final int CHECK_MILLIS = 60;
    private static final int SETTLE_MILLIS = 4 * CHECK_MILLIS;

    private final ManualClock clock = new ManualClock(1_000_000_000);
    private final ManualLoop loop = new ManualLoop(clock);
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Member, Long> skewMicros = new HashMap<>();
    private final HastyGroup group;

    /** The first node leads. */
    ThreeManualNodes(boolean isHasty) throws IOException {
        group = new HastyGroup(isHasty, MEMBERS);
        for (Member member : MEMBERS) {
            start(member);
        }
        lead(0);
    }

    private void start(Member member) throws IOException {
        ClusterMember.Stamps stamps = new ClusterMember.Stamps(clockOf(member), () -> 7);
        Node.Halt halt = (why, cause) -> {
            throw new AssertionError(why, cause);
        };
        ClusterMember started = new ClusterMember(member, (long) member.number() << 40, loop, stamps, LIMITS, halt);
        NodeSettings settings = new NodeSettings(1L << 30, 1L << 20, () -> 7);
        Node node = new Node(loop, started.clock(), started.backing(), new Engine(), settings, halt);
        started.start(node, group.place(member));
        nodes.add(node);
    }

    /** A system clock that a test sets, and a monotonic one that it does not. */
    private Clock clockOf(Member member) {
        return new Clock() {
            @Override
            public long nowMicros() {
                return clock.nowMicros() + skewMicros.getOrDefault(member, 0L);
            }

            @Override
            public long uptimeMicros() {
                return clock.nowMicros();
            }
        };
    }

    /** Sets the clock of a node. */
    void setClock(int node, long aheadMicros) {
        skewMicros.put(MEMBERS.get(node), aheadMicros);
        settle();
    }

    /** Lets time pass. */
    void pass(long millis) {
        for (long left = millis; left > 0; left -= CHECK_MILLIS) {
            loop.advanceMillis(Math.min(left, CHECK_MILLIS));
        }
    }

    HastyGroup group() {
        return group;
    }

    /** The node leads, and those before it are gone. */
    void lead(int node) {
        group.lead(MEMBERS.get(node));
        settle();
    }

    /** Members look after what waits now and then. */
    private void settle() {
        pass(SETTLE_MILLIS);
    }

    @Nullable
    AddedJob add(int node, String job) {
        Told<AddedJob> told = new Told<>();
        Add add = new Add(JobId.of(job), "q", job.getBytes(US_ASCII), 0, Add.NOW, Terms.STANDARD);
        nodes.get(node).submit(add, told);
        return told.answer();
    }

    /** The job that was leased. */
    @Nullable
    LeasedJob acquire(int node) {
        Told<List<LeasedJob>> told = new Told<>();
        nodes.get(node).acquire(new Acquire(List.of("q"), null, 1, 0), 0, told);
        List<LeasedJob> leased = told.answer();
        return leased == null ? null : leased.get(0);
    }

    @Nullable
    CallReply look(int node, String job) {
        Told<CallReply> told = new Told<>();
        nodes.get(node).ask(engine -> seen(engine.job(JobRef.of(JobId.of(job)))), told);
        return told.answer();
    }

    private static CallReply seen(@Nullable JobView job) {
        if (job == null) {
            return CallReply.FINISHED;
        }
        return job.state() == State.LEASED ? CallReply.TAKEN : CallReply.WAITING;
    }

    /** Receives a reply. */
    private final class Told<R> implements WaitCompletion<R> {
        private @Nullable R reply;

        /** Lets the nodes work until they wait. */
        @Nullable
        R answer() {
            settle();
            return reply;
        }

        @Override
        public void reply(R value) {
            reply = value;
        }

        @Override
        public void refused(Rejection why) {
            throw new AssertionError(why);
        }

        @Override
        public void outcomeUnknown() {
            throw new AssertionError("nobody was told that a leader is gone");
        }

        @Override
        public void timedOut() {
            throw new AssertionError("there is a job");
        }

        @Override
        public void decided() {}
    }
}
