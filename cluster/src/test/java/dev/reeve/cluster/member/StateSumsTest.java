package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Member;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.SetMemoryLimit;
import dev.reeve.testkit.LogLines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is wrong if sums differ, and who only knows that they do. */
class StateSumsTest {
    private static final Member SELF = new Member("h", 1, 1);
    private static final Member OTHER = new Member("h", 2, 2);
    private static final Member THIRD = new Member("h", 3, 3);
    private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
    private static final long FIRST = StateSums.ENTRIES;

    private final Engine engine = new Engine();
    private final StateSums sums = new StateSums();
    private final Map<Member, Map<Long, Long>> told = new HashMap<>();

    private void applied(long position) {
        sums.applied(position, engine);
    }

    private long own(long position) {
        return engine.sum(position / StateSums.ENTRIES);
    }

    private @Nullable Long check(List<Member> members) {
        return sums.check(members, SELF, member -> told.getOrDefault(member, Map.of()));
    }

    private void change() {
        engine.apply(new Entry<>(engine.atMicros() + 1, 0, new SetMemoryLimit(1 << 20)), Effects.NONE);
    }

    @Test
    void equal_sums_are_nobodys_fault() {
        applied(FIRST - 1);
        assertThat(sums.latest()).isEmpty();
        applied(FIRST);
        assertThat(sums.latest()).isEqualTo(Map.of(FIRST, own(FIRST)));
        told.put(OTHER, Map.of(FIRST, own(FIRST)));
        told.put(THIRD, Map.of(FIRST, own(FIRST), 2 * FIRST, 5L));
        assertThat(check(ALL)).isNull();
        assertThat(check(ALL)).isNull();
        assertThat(sums.compared()).as("each once").isEqualTo(2);
        assertThat(sums.differs(OTHER)).isFalse();
    }

    @Test
    void who_differs_from_most_is_wrong() {
        applied(FIRST);
        told.put(OTHER, Map.of(FIRST, 5L));
        try (LogLines lines = new LogLines(StateSums.class)) {
            assertThat(check(ALL)).as("the third has said nothing").isNull();
            assertThat(sums.differs(OTHER)).isTrue();
            assertThat(sums.differs(THIRD)).isFalse();
            told.put(THIRD, Map.of(FIRST, 5L));
            assertThat(check(ALL)).isEqualTo(FIRST);
            assertThat(lines.told()).hasSize(2).allMatch(line -> line.contains("differs from the one of this node"));
        }
    }

    @Test
    void who_differs_from_one_is_not() {
        applied(FIRST);
        told.put(OTHER, Map.of(FIRST, 5L));
        told.put(THIRD, Map.of(FIRST, own(FIRST)));
        try (LogLines lines = new LogLines(StateSums.class)) {
            assertThat(check(ALL)).isNull();
            told.put(THIRD, Map.of(FIRST, 6L));
            assertThat(check(ALL)).as("three opinions").isNull();
            assertThat(check(List.of(SELF, OTHER))).as("of two nobody knows").isNull();
            assertThat(lines.told()).hasSize(1);
        }
    }

    @Test
    void a_state_that_was_replaced_counts_no_more() {
        applied(FIRST);
        sums.replaced();
        told.put(OTHER, Map.of(FIRST, 5L));
        told.put(THIRD, Map.of(FIRST, 5L));
        assertThat(check(ALL)).isNull();
        change();
        applied(2 * FIRST);
        told.put(OTHER, Map.of(2 * FIRST, own(2 * FIRST)));
        assertThat(check(ALL)).isNull();
        assertThat(sums.compared()).isOne();
    }

    @Test
    void a_limited_number_is_kept() {
        for (int i = 1; i <= StateSums.KEPT + 3; i++) {
            applied(i * FIRST);
        }
        assertThat(sums.latest()).hasSize(StateSums.KEPT).doesNotContainKey(3 * FIRST);
    }
}
