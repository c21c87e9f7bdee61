package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Member;
import dev.reeve.node.Clock;
import dev.reeve.testkit.LogLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Three nodes whose clocks may be wrong, and the time that their leaders give. */
class ClusterTimeTest {
    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3600 * SECOND;
    private static final long START = 1_700_000_000 * SECOND;
    private static final long REPORT_MICROS = 500_000;
    private static final long WAY_MICROS = 2_000;
    private static final List<Member> MEMBERS =
            List.of(new Member("h", 1, 1), new Member("h", 2, 2), new Member("h", 3, 3));

    private final List<TimedNode> nodes = new ArrayList<>();
    private long trueMicros = START;
    private @Nullable Member leader;
    private long lastAtMicros;

    ClusterTimeTest() {
        for (Member member : MEMBERS) {
            nodes.add(new TimedNode(member));
        }
    }

    /** A node with a clock of its own; its monotonic clock is right, but begins anywhere. */
    private final class TimedNode implements Clock, ClusterTime.Leadership {
        private final Member member;
        private long skewMicros;
        private boolean isUp = true;
        private ClusterClock clock;
        private Contacts contacts;
        private ClusterTime time;

        TimedNode(Member member) {
            this.member = member;
            restart();
        }

        /** Another process, which knows nothing. */
        void restart() {
            clock = new ClusterClock(this);
            contacts = new Contacts(this);
            time = new ClusterTime(clock, this, contacts, this, SECOND);
        }

        @Override
        public long nowMicros() {
            return trueMicros + skewMicros;
        }

        @Override
        public long uptimeMicros() {
            return trueMicros - START + member.number() * HOUR;
        }

        @Override
        public boolean isHere() {
            return member.equals(leader);
        }

        @Override
        public @Nullable Member leader() {
            return leader;
        }

        void tell(TimedNode other, long systemMicros, long clusterMicros) {
            NodeReport report = new NodeReport(
                    member.number(),
                    systemMicros,
                    7,
                    true,
                    1,
                    new NodeReport.Names("n", "1", Map.of()),
                    NodeReport.Sums.NONE,
                    clusterMicros,
                    true);
            other.contacts.heard(report, MEMBERS);
            other.time.heard(report);
            other.time.begin(MEMBERS);
        }
    }

    private TimedNode node(int number) {
        return nodes.get(number - 1);
    }

    private TimedNode leading() {
        return node(Objects.requireNonNull(leader).number());
    }

    private void lead(int number) {
        leader = MEMBERS.get(number - 1);
        for (TimedNode node : nodes) {
            if (node.isUp) {
                node.time.leads(lastAtMicros);
            }
        }
        leading().time.begin(MEMBERS);
    }

    /** Lets time pass in which nodes compare clocks and tell each other, and the leader gives times if it can. */
    private void pass(long micros) {
        for (long end = trueMicros + micros; trueMicros < end; ) {
            record Told(TimedNode from, long systemMicros, long clusterMicros) {}
            List<Told> told = new ArrayList<>();
            for (TimedNode node : nodes) {
                if (node.isUp) {
                    node.time.begin(MEMBERS);
                    node.time.check(MEMBERS);
                    told.add(new Told(
                            node,
                            node.systemTimeMicros(),
                            node.clock.isSet() ? node.clock.nowMicros() : NodeReport.UNKNOWN_TIME));
                }
            }
            trueMicros += WAY_MICROS;
            for (Told report : told) {
                nodes.stream()
                        .filter(other -> other.isUp && other != report.from)
                        .forEach(other -> report.from.tell(other, report.systemMicros, report.clusterMicros));
            }
            trueMicros += Math.min(REPORT_MICROS - WAY_MICROS, Math.max(0, end - trueMicros));
            stamp();
        }
    }

    /** The time of the next entry. */
    private long stamp() {
        if (leader != null && leading().isUp && leading().clock.isSet()) {
            long at = leading().clock.nowMicros();
            assertThat(at).as("time goes on").isGreaterThanOrEqualTo(lastAtMicros);
            lastAtMicros = at;
        }
        return lastAtMicros;
    }

    /** How far the time of the cluster is ahead of the true one. */
    private long ahead() {
        return stamp() - trueMicros;
    }

    private void expectTrueTime() {
        assertThat(ahead()).isBetween(-20_000L, 20_000L);
    }

    @Test
    void the_clock_of_a_leader_that_is_behind_does_not_count_and_a_hand_over_moves_nothing() {
        node(1).skewMicros = -HOUR;
        lead(1);
        pass(10 * SECOND);
        expectTrueTime();
        lead(2);
        expectTrueTime();
        pass(60 * SECOND);
        expectTrueTime();
        lead(1);
        expectTrueTime();
    }

    @Test
    void nor_does_one_that_is_ahead() {
        node(1).skewMicros = HOUR;
        lead(1);
        pass(10 * SECOND);
        expectTrueTime();
        lead(2);
        pass(60 * SECOND);
        expectTrueTime();
        lead(1);
        pass(60 * SECOND);
        expectTrueTime();
    }

    @Test
    void a_clock_that_is_set_while_its_node_leads_moves_nothing() {
        lead(1);
        pass(10 * SECOND);
        for (long jump : new long[] {-HOUR, 2 * HOUR, -30 * SECOND}) {
            try (LogLines log = new LogLines(ClusterTime.class)) {
                node(1).skewMicros += jump;
                pass(10 * SECOND);
                assertThat(log.told()).size().isLessThanOrEqualTo(1);
            }
            expectTrueTime();
        }
        node(3).isUp = false;
        pass(100 * SECOND);
        assertThat(ahead()).as("of two clocks nobody knows which one is wrong").isBetween(-20_000L, 20_000L);
        lead(2);
        expectTrueTime();
    }

    @Test
    void a_node_that_starts_again_gets_the_time_from_the_others_and_may_lead_at_once() {
        lead(1);
        pass(10 * SECOND);
        node(1).isUp = false;
        node(2).isUp = false;
        trueMicros += 5 * SECOND;
        node(2).restart();
        node(2).isUp = true;
        node(2).skewMicros = HOUR;
        lead(2);
        assertThat(node(2).clock.isSet()).as("it has heard nothing yet").isFalse();
        pass(REPORT_MICROS);
        expectTrueTime();
    }

    @Test
    void when_all_nodes_were_stopped_the_clocks_of_most_give_the_time() {
        lead(1);
        pass(10 * SECOND);
        for (long skew : new long[] {-HOUR, HOUR}) {
            nodes.forEach(TimedNode::restart);
            node(1).skewMicros = skew;
            trueMicros += 10 * 60 * SECOND;
            lead(1);
            assertThat(node(1).clock.isSet()).isFalse();
            pass(REPORT_MICROS);
            expectTrueTime();
        }
    }

    @Test
    void a_leader_waits_a_moment_for_clocks_that_agree_and_then_takes_the_earlier_one() {
        lead(1);
        pass(10 * SECOND);
        long before = stamp();
        nodes.forEach(TimedNode::restart);
        trueMicros += 600 * SECOND;
        node(1).skewMicros = HOUR;
        node(3).isUp = false;
        lead(1);
        pass(ClusterTime.PATIENCE_MICROS - REPORT_MICROS);
        assertThat(node(1).clock.isSet()).isFalse();
        pass(2 * REPORT_MICROS);
        expectTrueTime();
        nodes.forEach(TimedNode::restart);
        node(1).skewMicros = -2 * HOUR;
        before = stamp() > before ? stamp() : before;
        lead(1);
        pass(ClusterTime.PATIENCE_MICROS + REPORT_MICROS);
        assertThat(stamp()).as("never before the last entry").isBetween(before, before + ClusterTime.PATIENCE_MICROS);
        node(3).isUp = true;
        pass(SECOND);
        assertThat(ahead())
                .as("what little time was lost is made up slowly")
                .isBetween(-2 * ClusterTime.PATIENCE_MICROS, -SECOND);
        pass(200 * ClusterTime.PATIENCE_MICROS);
        expectTrueTime();
    }

    @Test
    void a_node_alone_goes_by_its_clock() {
        TimedNode alone = node(1);
        List<Member> members = List.of(alone.member);
        leader = alone.member;
        alone.time.leads(0);
        assertThat(alone.time.begin(members)).isTrue();
        assertThat(alone.clock.nowMicros()).isEqualTo(START);
        assertThat(alone.time.begin(members)).as("again").isFalse();
    }

    @Test
    void most_clocks_are_followed_slowly_or_at_once_if_they_are_far_ahead() {
        lead(1);
        pass(10 * SECOND);
        nodes.forEach(node -> node.skewMicros = 30 * SECOND);
        pass(100 * SECOND);
        assertThat(ahead()).as("a hundredth").isBetween(900_000L, 1_020_000L);
        pass(2900 * SECOND);
        assertThat(ahead() - 30 * SECOND).isBetween(-20_000L, 20_000L);
        nodes.forEach(node -> node.skewMicros = 0);
        pass(100 * SECOND);
        assertThat(ahead()).as("it never goes back").isBetween(28_900_000L, 29_100_000L);
        assertThat(leading().clock.offsetMicros()).isBetween(28_900_000L, 29_100_000L);
        assertThat(leading().clock.systemTimeMicros() - trueMicros).isBetween(-20_000L, 20_000L);
        try (LogLines log = new LogLines(ClusterClock.class)) {
            nodes.forEach(node -> node.skewMicros = HOUR);
            pass(SECOND);
            assertThat(log.told()).singleElement().asString().contains("ahead, and are followed");
        }
        assertThat(ahead() - HOUR).isBetween(-20_000L, 20_000L);
    }

    @Test
    void a_leader_of_an_earlier_version_gives_the_time_of_its_clock() {
        leader = MEMBERS.get(0);
        node(1).tell(node(2), START - HOUR, NodeReport.NO_TIME);
        assertThat(node(2).clock.nowMicros()).isEqualTo(START - HOUR);
        node(2).restart();
        node(3).tell(node(2), START - HOUR, NodeReport.NO_TIME);
        assertThat(node(2).clock.isSet()).as("that one does not lead").isFalse();
    }

    @Test
    void a_node_that_is_ahead_of_its_leader_waits_for_it_without_going_back() {
        lead(1);
        pass(SECOND);
        ClusterClock clock = node(2).clock;
        long now = clock.nowMicros();
        clock.follow(now - SECOND);
        assertThat(clock.nowMicros()).isEqualTo(now);
        trueMicros += SECOND;
        assertThat(clock.nowMicros()).isEqualTo(now + SECOND / 2);
        trueMicros += 2 * SECOND;
        assertThat(clock.nowMicros()).isEqualTo(now + 2 * SECOND);
    }

    @Test
    void the_clocks_that_are_closest_together_count_if_they_are_those_of_most() {
        assertThat(ClusterTime.agreed(new long[] {0, 50, 60}, 3, 10)).isEqualTo(OptionalLong.of(60));
        assertThat(ClusterTime.agreed(new long[] {0, 50, 61}, 3, 10)).isEmpty();
        assertThat(ClusterTime.agreed(new long[] {0, 5, 9}, 5, 10)).isEqualTo(OptionalLong.of(5));
        assertThat(ClusterTime.agreed(new long[] {0, 5}, 5, 10)).isEmpty();
        assertThat(ClusterTime.agreed(new long[] {0, 5}, 2, 10)).isEqualTo(OptionalLong.of(5));
        assertThat(ClusterTime.agreed(new long[] {7}, 1, 10)).isEqualTo(OptionalLong.of(7));
        assertThat(ClusterTime.agreed(new long[] {7}, 3, 10)).isEmpty();
    }

    /** One clock is wrong at a time, nodes stop and start, leaders change: the time of the cluster is the true one. */
    @Test
    void whatever_one_clock_does_the_time_is_true() {
        for (long seed = 1; seed <= 40; seed++) {
            ClusterTimeTest run = new ClusterTimeTest();
            try (LogLines log = new LogLines(ClusterTime.class)) {
                run.random(new SplittableRandom(seed), true);
                assertThat(log.told()).allMatch(line -> line.contains("the clock of this node is"));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** With more than one wrong clock nothing is known of the time, but that it goes on; {@link #stamp} checks it. */
    @Test
    void whatever_all_clocks_do_time_goes_on() {
        for (long seed = 1; seed <= 40; seed++) {
            ClusterTimeTest run = new ClusterTimeTest();
            try (LogLines log = new LogLines(ClusterTime.class);
                    LogLines clocks = new LogLines(ClusterClock.class)) {
                run.random(new SplittableRandom(seed), false);
                assertThat(log.told()).allMatch(line -> line.contains("the clock of this node is"));
                assertThat(clocks.told()).allMatch(line -> line.contains("ahead, and are followed"));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private void random(SplittableRandom random, boolean oneIsWrong) {
        lead(1);
        pass(5 * SECOND);
        for (int step = 0; step < 40; step++) {
            TimedNode any = nodes.get(random.nextInt(3));
            switch (random.nextInt(5)) {
                case 0 -> {
                    if (oneIsWrong) {
                        nodes.forEach(node -> node.skewMicros = 0);
                    }
                    any.skewMicros = random.nextLong(2 * SECOND, HOUR) * (random.nextBoolean() ? 1 : -1);
                }
                case 1 -> {
                    any.isUp = false;
                    electAnother();
                    pass(random.nextLong(4 * SECOND));
                    any.restart();
                    any.isUp = true;
                }
                case 2 -> {
                    nodes.forEach(TimedNode::restart);
                    trueMicros += random.nextLong(HOUR);
                    lead(any.member.number());
                    if (oneIsWrong) {
                        pass(SECOND);
                    }
                }
                default -> lead(any.member.number());
            }
            pass(random.nextLong(20 * SECOND));
            if (oneIsWrong && leading().clock.isSet()) {
                assertThat(ahead()).isBetween(-50_000L, 50_000L);
            }
        }
    }

    private void electAnother() {
        if (!leading().isUp) {
            lead(leading().member.number() % 3 + 1);
        }
    }
}
