package dev.reeve.cluster.member;

import dev.reeve.cluster.Member;
import dev.reeve.engine.Engine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the state of this node with those of the others. All have applied the same entries, so at the same position they have the same sum,
 * see {@link Engine#sum}. A node is wrong if most members have one and the same other sum: so never more than a minority is wrong, and
 * of two nodes none.
 *
 * <p>Loop only.
 */
final class StateSums {
    private static final Logger log = LoggerFactory.getLogger(StateSums.class);

    /** A sum is taken after every so many entries. */
    static final int ENTRIES = 1_000;
    /** So many sums are kept and told; a node that is further behind than that is compared later. */
    static final int KEPT = 64;

    private final TreeMap<Long, Long> own = new TreeMap<>();
    private final Map<Integer, Long> comparedAt = new HashMap<>();
    private final Set<Integer> differing = new HashSet<>();
    private long compared;

    /** The engine has applied the entry at this position. */
    void applied(long position, Engine engine) {
        if (position % ENTRIES == 0) {
            own.put(position, engine.sum(position / ENTRIES));
            if (own.size() > KEPT) {
                own.pollFirstEntry();
            }
        }
    }

    /** The state was replaced by that of another node. */
    void replaced() {
        own.clear();
    }

    /** The latest sums by their positions. */
    Map<Long, Long> latest() {
        return Map.copyOf(own);
    }

    /** How many sums of others were compared with those here since the start. */
    long compared() {
        return compared;
    }

    /** Whether the last sums of this member and of this node that could be compared differ. */
    boolean differs(Member member) {
        return differing.contains(member.number());
    }

    /**
     * Compares with what others have told.
     *
     * @param told the sums of a member; none if nothing is known that can be compared
     * @return the position at which this node is wrong; null if it is not known to be
     */
    @Nullable
    Long check(List<Member> members, Member self, Function<Member, Map<Long, Long>> told) {
        Map<Long, Map<Long, Integer>> others = new HashMap<>();
        for (Member member : members) {
            if (!member.equals(self)) {
                Map<Long, Long> sums = told.apply(member);
                compare(member, sums);
                sums.forEach((position, sum) ->
                        others.computeIfAbsent(position, any -> new HashMap<>()).merge(sum, 1, Integer::sum));
            }
        }
        comparedAt.keySet().retainAll(members.stream().map(Member::number).toList());
        differing.retainAll(comparedAt.keySet());
        for (Map.Entry<Long, Long> mine : own.entrySet()) {
            Map<Long, Integer> counts = others.getOrDefault(mine.getKey(), Map.of());
            for (Map.Entry<Long, Integer> count : counts.entrySet()) {
                if (!count.getKey().equals(mine.getValue()) && count.getValue() > members.size() / 2) {
                    return mine.getKey();
                }
            }
        }
        return null;
    }

    private void compare(Member member, Map<Long, Long> sums) {
        long last = comparedAt.getOrDefault(member.number(), 0L);
        for (Map.Entry<Long, Long> mine : own.tailMap(last, false).entrySet()) {
            Long sum = sums.get(mine.getKey());
            if (sum != null) {
                compared++;
                comparedAt.put(member.number(), mine.getKey());
                note(member, mine.getKey(), sum.equals(mine.getValue()));
            }
        }
    }

    private void note(Member member, long position, boolean isEqual) {
        if (isEqual) {
            differing.remove(member.number());
        } else if (differing.add(member.number())) {
            log.error("the state of {} differs from the one of this node after entry {}", member, position);
        }
    }
}
