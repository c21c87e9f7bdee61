package dev.reeve.campaign.history;

import static dev.reeve.campaign.history.RecordedCall.NEVER;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.campaign.history.RecordedCall.Grant;
import dev.reeve.campaign.history.RecordedCall.Interval;
import dev.reeve.engine.job.LeasedJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The negative control with three nodes whose leader acknowledges what no other node has. */
class HastyLeaderTest {
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
        ThreeManualNodes nodes = new ThreeManualNodes(isHasty);
        add(nodes, 0, "kept");
        acquire(nodes, 1);
        nodes.group().cutLeader();
        add(nodes, 0, "a");
        add(nodes, 0, "b");
        acquire(nodes, 0);
        nodes.lead(1);
        add(nodes, 1, "c");
        acquire(nodes, 2);
        long endedAt = time;
        for (String job : List.of("kept", "a", "b", "c")) {
            CallReply seen = nodes.look(2, job);
            record(CallKind.GET, job, Grant.NONE, seen == null ? CallReply.UNKNOWN : seen);
        }
        return new HistoryChecker(calls).violationsAtEnd(endedAt);
    }

    private void add(ThreeManualNodes nodes, int node, String job) {
        boolean isAdded = nodes.add(node, job) != null;
        record(CallKind.ADD, job, Grant.NONE, isAdded ? CallReply.OK : CallReply.UNKNOWN);
    }

    private void acquire(ThreeManualNodes nodes, int node) {
        LeasedJob leased = nodes.acquire(node);
        if (leased == null) {
            record(CallKind.ACQUIRE, "", Grant.NONE, CallReply.UNKNOWN);
            return;
        }
        Grant grant = new Grant(calls.size() + 1, leased.lease().token(), NEVER);
        record(CallKind.ACQUIRE, new String(leased.payload(), US_ASCII), grant, CallReply.OK);
    }

    private void record(CallKind kind, String job, Grant grant, CallReply reply) {
        long end = reply == CallReply.UNKNOWN ? NEVER : time + 1;
        calls.add(new RecordedCall(kind, "q", job, grant, reply, new Interval(time, end)));
        time += 2;
    }
}
