package dev.reeve.cluster.jraft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Consensus;
import dev.reeve.cluster.Member;
import dev.reeve.cluster.RecordingListener;
import dev.reeve.cluster.wire.Wire;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.testkit.LogLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of one node fails: that node is silent from then on, and the others go on. */
class BrokenLogTest {
    private final Map<Member, RecordingListener> states = new LinkedHashMap<>();
    private final Map<Member, Consensus> nodes = new LinkedHashMap<>();
    private final Map<Member, SimDisk> disks = new LinkedHashMap<>();

    private RecordingListener state(Member member) {
        return Objects.requireNonNull(states.get(member));
    }

    private SimDisk disk(Member member) {
        return Objects.requireNonNull(disks.get(member));
    }

    private Member leader(JraftGroup group) {
        group.until("there is a leader", () -> states.values().stream().anyMatch(state -> state.leads() > 0));
        return states.keySet().stream()
                .filter(member -> state(member).leads() > 0)
                .findFirst()
                .orElseThrow();
    }

    private void start(JraftGroup group, Member member) throws IOException {
        RecordingListener state = new RecordingListener();
        states.put(member, state);
        nodes.put(member, group.start(member, new Wire(Wire.Security.NONE), disk(member), state));
    }

    private void startAll(JraftGroup group) throws IOException {
        for (Member member : group.founders()) {
            disks.put(member, new SimDisk(member.number()));
            start(group, member);
        }
    }

    private void untilAllHave(JraftGroup group, String entry) {
        group.until(
                "all have it",
                () -> states.values().stream().allMatch(state -> state.entries().contains(entry)));
    }

    private void propose(Member leader, String entry) {
        Objects.requireNonNull(nodes.get(leader)).propose(state(leader).leads(), entry.getBytes(UTF_8), reason -> {});
    }

    @Test
    void a_leader_whose_sync_fails_is_replaced(@TempDir Path folder) throws Exception {
        try (LogLines logLines = new LogLines(JraftLog.class);
                LogLines voteLines = new LogLines(JraftVotes.class);
                JraftGroup group = new JraftGroup(folder)) {
            startAll(group);
            Member broken = leader(group);
            RecordingListener state = state(broken);
            long term = state.leads();
            propose(broken, "good");
            untilAllHave(group, "good");
            disk(broken).failAfter(1, SimDisk.Operation.SYNC);
            propose(broken, "in doubt");
            group.until("the failure is told", () -> !state.failures().isEmpty());
            assertThat(state.failures().get(0)).contains("cannot write the journal", "simulated failure of sync");
            states.remove(broken);
            Member next = leader(group);
            assertThat(state(next).leads()).isGreaterThan(term);
            propose(next, "after");
            untilAllHave(group, "after");
            assertThat(logLines.told()).hasSizeGreaterThan(0).allMatch(line -> line.contains("simulated failure"));
            assertThat(voteLines.told()).allMatch(line -> line.contains("simulated failure"));
        }
    }

    /** Of three nodes one is gone and one cannot write: the third one must not lead until the second is back. */
    @Test
    void one_node_that_can_write_does_not_lead(@TempDir Path folder) throws Exception {
        try (LogLines logLines = new LogLines(JraftLog.class);
                LogLines voteLines = new LogLines(JraftVotes.class);
                JraftGroup group = new JraftGroup(folder)) {
            startAll(group);
            Member gone = leader(group);
            propose(gone, "good");
            untilAllHave(group, "good");
            List<Member> left = states.keySet().stream()
                    .filter(member -> !member.equals(gone))
                    .toList();
            Member broken = left.get(0);
            Member third = left.get(1);
            RecordingListener failed = state(broken);
            disk(broken).failAfter(1, SimDisk.Operation.SYNC);
            group.kill(gone);
            states.remove(gone);
            group.until("the failure is told", () -> !failed.failures().isEmpty());
            group.idle();
            assertThat(state(third).terms()).isEmpty();
            group.kill(broken);
            disk(broken).powerCut();
            start(group, broken);
            propose(leader(group), "after");
            untilAllHave(group, "after");
            assertThat(voteLines.told()).allMatch(line -> line.contains("simulated failure"));
            assertThat(logLines.told()).allMatch(line -> line.contains("simulated failure"));
        }
    }
}
