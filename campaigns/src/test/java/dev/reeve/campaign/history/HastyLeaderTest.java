package dev.reeve.campaign.history;

import static dev.reeve.campaign.history.RecordedCall.NEVER;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.campaign.history.RecordedCall.Grant;
import dev.reeve.campaign.history.RecordedCall.Interval;
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
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualLoop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.node.WaitCompletion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The negative control with three nodes whose leader acknowledges what no other node has. */
class HastyLeaderTest {
    private static final List<Member> MEMBERS =
            List.of(new Member("test", 1, 1), new Member("test", 2, 2), new Member("test", 3, 3));
    private static final ClusterMember.Limits LIMITS =
            new ClusterMember.Limits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    private static final int CHECK_MILLIS = 60;

    private final ManualClock clock = new ManualClock(1_000_000_000);
    private final ManualLoop loop = new ManualLoop(clock);
    private final List<Node> nodes = new ArrayList<>();
    private final List<RecordedCall> calls = new ArrayList<>();
    private long time;

    @Test
    void an_acknowledgement_before_the_majority_is_found_out() throws IOException {
        assertThat(violations(true))
                .anyMatch(text -> text.startsWith("lost") && text.contains("ADD a "))
                .anyMatch(text -> text.startsWith("lost") && text.contains("ADD b "))
                .anyMatch(text -> text.startsWith("token given twice"));
        assertThat(calls).noneMatch(RecordedCall::isUnknown);
    }

    @Test
    void a_leader_that_waits_for_the_majority_is_right() throws IOException {
        assertThat(violations(false)).isEmpty();
        assertThat(calls.stream().filter(RecordedCall::isUnknown)).hasSize(3);
    }

    private List<String> violations(boolean isHasty) throws IOException {
        HastyGroup group = new HastyGroup(isHasty, MEMBERS);
        for (Member member : MEMBERS) {
            start(member, group);
        }
        group.lead(MEMBERS.get(0));
        settle();
        add(nodes.get(0), "kept");
        acquire(nodes.get(1));
        group.cutLeader();
        add(nodes.get(0), "a");
        add(nodes.get(0), "b");
        acquire(nodes.get(0));
        group.lead(MEMBERS.get(1));
        settle();
        add(nodes.get(1), "c");
        acquire(nodes.get(2));
        long endedAt = time;
        for (String job : List.of("kept", "a", "b", "c")) {
            look(nodes.get(2), job);
        }
        return new HistoryChecker(calls).violationsAtEnd(endedAt);
    }

    private void start(Member member, HastyGroup group) throws IOException {
        ClusterMember.Stamps stamps = new ClusterMember.Stamps(clock, () -> 7);
        Node.Halt halt = (why, cause) -> {
            throw new AssertionError(why, cause);
        };
        ClusterMember started =
                new ClusterMember(member, (long) member.number() << 40, loop, stamps, LIMITS, halt);
        NodeSettings settings = new NodeSettings(1L << 30, 1L << 20, () -> 7);
        Node node = new Node(loop, clock, started.backing(), new Engine(), settings, halt);
        started.start(node, group.place(member));
        nodes.add(node);
    }

    /** Members look after what waits now and then. */
    private void settle() {
        for (int i = 0; i < 4; i++) {
            loop.advanceMillis(CHECK_MILLIS);
        }
    }

    private void add(Node node, String job) {
        Told<AddedJob> told = new Told<>();
        node.submit(new Add(JobId.of(job), "q", job.getBytes(US_ASCII), 0, Add.NOW, Terms.STANDARD), told);
        record(CallKind.ADD, job, Grant.NONE, told.answer() == null ? CallReply.UNKNOWN : CallReply.OK);
    }

    private void acquire(Node node) {
        Told<List<LeasedJob>> told = new Told<>();
        node.acquire(new Acquire(List.of("q"), null, 1, 0), 0, told);
        List<LeasedJob> leased = told.answer();
        if (leased == null) {
            record(CallKind.ACQUIRE, "", Grant.NONE, CallReply.UNKNOWN);
            return;
        }
        Grant grant = new Grant(calls.size() + 1, leased.get(0).lease().token(), NEVER);
        record(CallKind.ACQUIRE, new String(leased.get(0).payload(), US_ASCII), grant, CallReply.OK);
    }

    private void look(Node node, String job) {
        Told<CallReply> told = new Told<>();
        node.ask(engine -> seen(engine.job(JobRef.of(JobId.of(job)))), told);
        CallReply seen = told.answer();
        record(CallKind.GET, job, Grant.NONE, seen == null ? CallReply.UNKNOWN : seen);
    }

    private static CallReply seen(@Nullable JobView job) {
        if (job == null) {
            return CallReply.FINISHED;
        }
        return job.state() == State.LEASED ? CallReply.TAKEN : CallReply.WAITING;
    }

    private void record(CallKind kind, String job, Grant grant, CallReply reply) {
        long end = reply == CallReply.UNKNOWN ? NEVER : time + 1;
        calls.add(new RecordedCall(kind, "q", job, grant, reply, new Interval(time, end)));
        time += 2;
    }

    /** Receives a reply. */
    private final class Told<R> implements WaitCompletion<R> {
        private @Nullable R reply;

        /** Lets the nodes work until they wait; null if there is no reply. */
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
