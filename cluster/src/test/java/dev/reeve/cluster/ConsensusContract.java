package dev.reeve.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every {@link Consensus} has to keep, tested with three nodes. */
abstract class ConsensusContract {
    /** A group of an implementation. */
    interface Group extends AutoCloseable {
        List<Member> founders();

        /** An address for one more member. */
        Member newcomer();

        /** Starts a node, for the first time or again. */
        Consensus start(Member member, Consensus.Listener listener) throws Exception;

        /** Ends a node as the end of its process would. */
        void kill(Member member);

        /** Lets the group work until the condition holds. */
        void until(String what, BooleanSupplier condition);

        @Override
        void close();
    }

    /** Opens a group whose nodes are not started. */
    abstract Group open(Path folder) throws Exception;

    private static final int ROUNDS = Integer.getInteger("reeve.consensus-kills", 5);

    private final Map<Member, Consensus> nodes = new LinkedHashMap<>();
    private final Map<Member, RecordingListener> states = new LinkedHashMap<>();
    private final List<RecordingListener> all = new CopyOnWriteArrayList<>();
    private Group group;
    private int proposals;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        group = open(folder);
        for (Member member : group.founders()) {
            start(member);
        }
    }

    @AfterEach
    void stop() {
        group.close();
        for (RecordingListener state : all) {
            assertThat(state.disorder()).isEmpty();
            assertThat(state.failures()).isEmpty();
        }
    }

    private void start(Member member) throws Exception {
        RecordingListener state = new RecordingListener();
        all.add(state);
        states.put(member, state);
        nodes.put(member, group.start(member, state));
    }

    private void kill(Member member) {
        group.kill(member);
        nodes.remove(member);
        states.remove(member);
    }

    private Consensus node(Member member) {
        return Objects.requireNonNull(nodes.get(member));
    }

    private RecordingListener state(Member member) {
        return Objects.requireNonNull(states.get(member));
    }

    /** The node that leads in the newest term. */
    private Member leader() {
        AtomicReference<Member> found = new AtomicReference<>();
        group.until("there is a leader", () -> {
            long newest = states.values().stream()
                    .mapToLong(RecordingListener::leads)
                    .max()
                    .orElse(0);
            states.forEach((member, state) -> {
                if (newest > 0 && state.leads() == newest) {
                    found.set(member);
                }
            });
            return found.get() != null;
        });
        return found.get();
    }

    private Member follower() {
        Member leader = leader();
        return nodes.keySet().stream()
                .filter(member -> !member.equals(leader))
                .findFirst()
                .orElseThrow();
    }

    /** Proposes entries until as many are committed; what is refused meanwhile is proposed again under another name. */
    private List<String> commit(int count) {
        List<String> committed = new ArrayList<>();
        while (committed.size() < count) {
            Member leader = leader();
            RecordingListener state = state(leader);
            List<String> refusals = new CopyOnWriteArrayList<>();
            List<String> proposed = new ArrayList<>();
            for (int i = committed.size(); i < count; i++) {
                String entry = "entry " + ++proposals;
                proposed.add(entry);
                node(leader).propose(state.leads(), entry.getBytes(UTF_8), refusals::add);
            }
            group.until(
                    "the leader has the entries",
                    () -> !refusals.isEmpty() || state.entries().containsAll(proposed));
            List<String> found = state.entries();
            proposed.stream().filter(found::contains).forEach(committed::add);
        }
        return committed;
    }

    private void untilAllHave(List<String> entries) {
        group.until(
                "all nodes have the entries",
                () -> states.values().stream().allMatch(state -> state.entries().containsAll(entries)));
    }

    private void untilAllAgree() {
        group.until(
                "all nodes have the same entries",
                () -> states.values().stream()
                                .map(RecordingListener::entries)
                                .distinct()
                                .count()
                        == 1);
    }

    @Test
    void all_nodes_get_the_same_entries_in_the_same_order() {
        List<String> entries = commit(100);
        untilAllHave(entries);
        untilAllAgree();
        assertThat(states.values().iterator().next().entries()).containsSubsequence(entries);
    }

    @Test
    void what_was_committed_survives_the_end_of_the_leader() throws Exception {
        List<String> entries = commit(50);
        Member killed = leader();
        long term = state(killed).leads();
        kill(killed);
        Member next = leader();
        assertThat(state(next).leads()).isGreaterThan(term);
        assertThat(state(next).entries()).containsSubsequence(entries);
        List<String> more = commit(50);
        start(killed);
        untilAllHave(entries);
        untilAllHave(more);
        untilAllAgree();
    }

    @Test
    void any_node_may_end_at_any_time() throws Exception {
        List<String> committed = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            committed.addAll(commit(10));
            Member leader = leader();
            for (int i = 0; i < 20; i++) {
                String inDoubt = "in doubt " + ++proposals;
                node(leader).propose(state(leader).leads(), inDoubt.getBytes(UTF_8), reason -> {});
            }
            Member killed = round % 3 == 2 ? follower() : leader;
            kill(killed);
            committed.addAll(commit(10));
            start(killed);
        }
        untilAllHave(committed);
        untilAllAgree();
        assertThat(states.values().iterator().next().entries())
                .doesNotHaveDuplicates()
                .containsSubsequence(committed);
    }

    @Test
    void entries_and_terms_survive_the_end_of_all_nodes() throws Exception {
        List<String> entries = commit(20);
        long term = state(leader()).leads();
        for (int round = 0; round < 2; round++) {
            List<Member> members = List.copyOf(nodes.keySet());
            members.forEach(this::kill);
            for (Member member : members) {
                start(member);
            }
            long next = state(leader()).leads();
            assertThat(next).as("a term is not used twice").isGreaterThan(term);
            term = next;
            untilAllHave(entries);
        }
        untilAllHave(commit(5));
        untilAllAgree();
    }

    @Test
    void a_node_that_was_away_for_long_gets_a_snapshot() throws Exception {
        commit(10);
        Member away = follower();
        kill(away);
        List<String> missed = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            missed.addAll(commit(30));
            untilAllHave(missed);
            for (Consensus node : List.copyOf(nodes.values())) {
                snapshot(node);
            }
        }
        List<String> late = commit(10);
        start(away);
        untilAllHave(missed);
        untilAllHave(late);
        untilAllAgree();
        assertThat(state(away).loadedIndex()).isGreaterThan(0);
    }

    private void snapshot(Consensus node) {
        List<String> ends = new CopyOnWriteArrayList<>();
        node.snapshot(problem -> ends.add(String.valueOf(problem)));
        group.until("the snapshot is taken", () -> !ends.isEmpty());
        assertThat(ends).containsExactly("null");
    }

    @Test
    void a_node_that_restarts_begins_with_its_snapshot() throws Exception {
        List<String> before = commit(20);
        untilAllHave(before);
        Member member = follower();
        snapshot(node(member));
        List<String> after = commit(20);
        untilAllHave(after);
        kill(member);
        start(member);
        assertThat(state(member).entries()).containsSubsequence(before);
        assertThat(state(member).loadedIndex()).isGreaterThan(0);
        untilAllHave(after);
        untilAllAgree();
    }

    @Test
    void leadership_is_handed_over() {
        commit(5);
        Member from = leader();
        RecordingListener state = state(from);
        Member to = follower();
        List<String> ends = transfer(to);
        group.until("the old one knows", () -> state.leads() == 0);
        assertThat(ends).contains("null");
        untilAllHave(commit(5));
    }

    /** Hands over to the member. An attempt may take too long, and is repeated. */
    private List<String> transfer(Member to) {
        List<String> ends = new CopyOnWriteArrayList<>();
        long term = state(leader()).leads();
        int[] checks = {0};
        group.until("the new leader leads", () -> {
            if (checks[0]++ % 200 == 0) {
                states.forEach((member, state) -> {
                    if (state.leads() > 0 && !member.equals(to)) {
                        node(member).transfer(to, problem -> ends.add(String.valueOf(problem)));
                    }
                });
            }
            return state(to).leads() > term;
        });
        return ends;
    }

    @Test
    void a_leader_that_finds_nobody_to_take_over_leads_again() {
        untilAllHave(commit(5));
        Member away = follower();
        Member leader = leader();
        RecordingListener state = state(leader);
        kill(away);
        List<String> ends = new CopyOnWriteArrayList<>();
        node(leader).transfer(away, problem -> ends.add(String.valueOf(problem)));
        group.until("it has begun", () -> !ends.isEmpty());
        assertThat(ends).containsExactly("null");
        group.until("it leads no longer", () -> state.leads() == 0);
        untilAllHave(commit(5));
        untilAllAgree();
    }

    @Test
    void only_the_leader_hands_over() {
        Member follower = follower();
        List<String> ends = new CopyOnWriteArrayList<>();
        node(follower).transfer(follower, problem -> ends.add(String.valueOf(problem)));
        group.until("it is refused", () -> !ends.isEmpty());
        assertThat(ends).doesNotContain("null");
    }

    @Test
    void a_proposal_of_another_term_or_node_is_refused_and_never_committed() {
        Member leader = leader();
        Member follower = follower();
        long term = state(leader).leads();
        List<String> refusals = new CopyOnWriteArrayList<>();
        node(leader).propose(term + 1, "later".getBytes(UTF_8), refusals::add);
        node(leader).propose(term + 7, "much later".getBytes(UTF_8), refusals::add);
        node(follower).propose(term, "elsewhere".getBytes(UTF_8), refusals::add);
        group.until("all are refused", () -> refusals.size() == 3);
        untilAllHave(commit(20));
        untilAllAgree();
        assertThat(state(follower).entries()).doesNotContain("later", "much later", "elsewhere");
    }

    @Test
    void a_proposal_of_an_earlier_term_is_refused_and_never_committed() {
        Member leader = leader();
        long old = state(leader).leads();
        Member other = follower();
        transfer(other);
        List<String> refusals = new CopyOnWriteArrayList<>();
        node(other).propose(old, "earlier".getBytes(UTF_8), refusals::add);
        group.until("it is refused", () -> refusals.size() == 1);
        untilAllHave(commit(20));
        assertThat(state(other).entries()).doesNotContain("earlier");
    }

    @Test
    void a_read_on_any_node_sees_what_was_committed_before() {
        for (int i = 0; i < 10; i++) {
            List<String> entries = commit(3);
            for (Member member : List.copyOf(nodes.keySet())) {
                List<String> seen = new CopyOnWriteArrayList<>();
                read(member, seen);
                group.until("the read is answered", () -> !seen.isEmpty());
                assertThat(seen).containsSubsequence(entries);
            }
        }
    }

    /** A read may fail while the leader changes, and is then repeated. */
    private void read(Member member, List<String> seen) {
        node(member).readIndex(new Consensus.Reading() {
            @Override
            public void read(long index) {
                seen.addAll(state(member).entries());
            }

            @Override
            public void failed(String problem) {
                ConsensusContract.this.read(member, seen);
            }
        });
    }

    @Test
    void without_a_majority_nothing_is_committed() throws Exception {
        List<String> entries = commit(5);
        untilAllHave(entries);
        Member left = leader();
        RecordingListener state = state(left);
        long term = state.leads();
        List<Member> others =
                nodes.keySet().stream().filter(member -> !member.equals(left)).toList();
        others.forEach(this::kill);
        List<String> refusals = new CopyOnWriteArrayList<>();
        node(left).propose(term, "alone".getBytes(UTF_8), refusals::add);
        List<String> before = state.entries();
        idle();
        assertThat(state.entries()).isEqualTo(before);
        for (Member member : others) {
            start(member);
        }
        untilAllHave(commit(5));
        untilAllHave(entries);
        untilAllAgree();
    }

    /** Time for something that must not happen. */
    void idle() {
        int[] steps = {0};
        group.until("some time passed", () -> steps[0]++ > 20);
    }

    @Test
    void a_member_is_added_and_another_one_removed() throws Exception {
        List<String> entries = commit(10);
        Member newcomer = group.newcomer();
        start(newcomer);
        List<String> ends = new CopyOnWriteArrayList<>();
        node(leader()).add(newcomer, problem -> ends.add(String.valueOf(problem)));
        group.until("it is added", () -> !ends.isEmpty());
        assertThat(ends).containsExactly("null");
        untilAllHave(entries);
        Member removed = nodes.keySet().stream()
                .filter(member -> !member.equals(newcomer) && !member.equals(leader()))
                .findFirst()
                .orElseThrow();
        node(leader()).remove(removed, problem -> ends.add(String.valueOf(problem)));
        group.until("it is removed", () -> ends.size() == 2);
        assertThat(ends).containsExactly("null", "null");
        kill(removed);
        untilAllHave(commit(10));
        untilAllAgree();
        assertThat(node(newcomer).members()).contains(newcomer).doesNotContain(removed);
    }
}
