package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells a leader to hand over when its clock differs too much from those of most others: the leader gives the time, and a clock that is an
 * hour ahead would end every lease. A difference counts when it has lasted, because a report may be late. Loop only.
 */
final class ClockRule {
    /** Checks in a row that have to find the difference. */
    static final int CHECKS = 6;
    /** Of two clocks nobody knows which one is wrong. */
    private static final int FEWEST_CLOCKS = 3;

    private final long mostMicros;
    private int found;

    ClockRule(long mostMicros) {
        this.mostMicros = mostMicros;
    }

    /** The member to hand over to; null if the clock is good, or if too few others are known. */
    @Nullable
    Member check(ClusterStatus status) {
        List<NodeStatus> others = status.nodes().stream()
                .filter(node -> node.member().number() != status.self() && node.isLinked())
                .toList();
        long[] ahead = LongStream.concat(LongStream.of(0), others.stream().mapToLong(NodeStatus::skewMicros))
                .sorted()
                .toArray();
        long median = ahead[ahead.length / 2];
        if (ahead.length < FEWEST_CLOCKS || Math.abs(median) <= mostMicros) {
            found = 0;
            return null;
        }
        if (++found < CHECKS) {
            return null;
        }
        found = 0;
        return nearest(others.stream(), median);
    }

    private static @Nullable Member nearest(Stream<NodeStatus> others, long median) {
        return others.min(Comparator.comparingLong(node -> Math.abs(node.skewMicros() - median)))
                .map(NodeStatus::member)
                .orElse(null);
    }
}
