package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Member;
import dev.reeve.node.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a leader whose disk is nearly full hands over. */
class RoomWatchTest {
    private static final long REPORT_MICROS = 500_000;
    private static final Member FIRST = new Member("h", 1, 1);
    private static final Member SECOND = new Member("h", 2, 2);
    private static final Member THIRD = new Member("h", 3, 3);
    private static final List<Member> ALL = List.of(FIRST, SECOND, THIRD);

    private final Clock clock = new Clock() {
        @Override
        public long nowMicros() {
            return nowMicros;
        }
    };
    private long nowMicros = 1_000_000_000;
    private Contacts contacts;
    private RoomWatch watch;

    @BeforeEach
    void begin() {
        contacts = new Contacts(clock);
        watch = new RoomWatch(FIRST, contacts, clock);
    }

    private void hear(Member from, long position, boolean isReady, boolean hasRoom) {
        contacts.heard(
                new NodeReport(
                        from.number(),
                        nowMicros,
                        position,
                        isReady,
                        1,
                        new NodeReport.Names("n" + from.number(), "1", Map.of()),
                        NodeReport.Sums.NONE,
                        nowMicros,
                        hasRoom),
                ALL);
    }

    /** The others tell the same for so long while this node does not lead, or has room. */
    private void pass(long micros, Runnable reports) {
        for (long passed = 0; passed < micros; passed += REPORT_MICROS) {
            reports.run();
            assertThat(watch.next(false, ALL)).as("no reason").isNull();
            nowMicros += REPORT_MICROS;
        }
        reports.run();
    }

    @Test
    void the_furthest_of_those_that_have_had_room_takes_over() {
        pass(RoomWatch.STEADY_MICROS, () -> {
            hear(SECOND, 7, true, true);
            hear(THIRD, 8, true, true);
        });
        assertThat(watch.next(true, ALL)).isEqualTo(THIRD);
    }

    @Test
    void nobody_takes_over_without_room_contact_or_readiness() {
        pass(RoomWatch.STEADY_MICROS, () -> {
            hear(SECOND, 7, true, false);
            hear(THIRD, 8, false, true);
        });
        assertThat(watch.next(true, ALL)).as("full, and not ready").isNull();
        pass(RoomWatch.STEADY_MICROS, () -> hear(THIRD, 8, true, true));
        nowMicros += Contacts.SILENT_MICROS;
        assertThat(watch.next(true, ALL)).as("not heard of any more").isNull();
        assertThat(watch.next(true, List.of(FIRST))).as("alone").isNull();
    }

    @Test
    void who_has_room_for_a_moment_does_not_take_over() {
        pass(RoomWatch.STEADY_MICROS, () -> hear(SECOND, 7, true, true));
        hear(SECOND, 7, true, false);
        assertThat(watch.next(true, ALL)).as("full now").isNull();
        hear(SECOND, 7, true, true);
        assertThat(watch.next(true, ALL)).as("has just got room").isNull();
        pass(RoomWatch.STEADY_MICROS - REPORT_MICROS, () -> hear(SECOND, 7, true, true));
        assertThat(watch.next(true, ALL)).as("not for long").isNull();
        pass(REPORT_MICROS, () -> hear(SECOND, 7, true, true));
        assertThat(watch.next(true, ALL)).isEqualTo(SECOND);
    }

    @Test
    void a_node_that_leads_again_keeps_it_for_a_while() {
        pass(RoomWatch.STEADY_MICROS, () -> hear(SECOND, 7, true, true));
        assertThat(watch.next(true, ALL)).isEqualTo(SECOND);
        assertThat(watch.next(true, ALL)).as("once").isNull();
        pass(RoomWatch.PAUSE_MICROS - REPORT_MICROS, () -> hear(SECOND, 7, true, true));
        assertThat(watch.next(true, ALL)).as("it was made the leader again").isNull();
        pass(REPORT_MICROS, () -> hear(SECOND, 7, true, true));
        assertThat(watch.next(true, ALL)).as("the attempt had no effect").isEqualTo(SECOND);
    }
}
