package dev.reeve.door.qless.call;

import java.util.List;
import java.util.Locale;

/** The range of a sorted set that a command reads: by index or by score, ascending or descending. */
final class MemberRange {
    private final String first;
    private final String last;
    private boolean byScore;
    private boolean reversed;
    private boolean withScores;
    private boolean limited;
    private long offset;
    private long count = -1;

    private MemberRange(List<String> words, boolean byScore, boolean reversed) {
        this.first = words.get(1);
        this.last = words.get(2);
        this.byScore = byScore;
        this.reversed = reversed;
    }

    /** The range of {@code ZRANGE}, which has options where the other commands have different names. */
    static MemberRange of(List<String> words) {
        return new MemberRange(words, false, false).options(words, true);
    }

    static MemberRange of(List<String> words, boolean byScore, boolean reversed) {
        return new MemberRange(words, byScore, reversed).options(words, false);
    }

    private MemberRange options(List<String> words, boolean ofZrange) {
        for (int i = 3; i < words.size(); i++) {
            switch (words.get(i).toUpperCase(Locale.ROOT)) {
                case "WITHSCORES" -> withScores = true;
                case "BYSCORE" -> byScore = requireSyntax(ofZrange);
                case "REV" -> reversed = requireSyntax(ofZrange);
                case "LIMIT" -> {
                    limited = requireSyntax(i + 2 < words.size());
                    offset = BadRead.integer(words.get(++i));
                    count = BadRead.integer(words.get(++i));
                }
                default -> throw new BadRead(BadRead.SYNTAX);
            }
        }
        if (limited && !byScore) {
            throw new BadRead("ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
        }
        return this;
    }

    private static boolean requireSyntax(boolean allowed) {
        if (!allowed) {
            throw new BadRead(BadRead.SYNTAX);
        }
        return true;
    }

    boolean withScores() {
        return withScores;
    }

    /** The names of the members. They stay valid after the query. */
    List<String> names(SortedSetView scored) {
        Slice slice = byScore ? byScore(scored) : Slice.of(first, last, scored.size());
        Slice ascending = reversed ? slice.reversed(scored.size()) : slice;
        int size = ascending.size();
        if (size == 0) {
            return List.of();
        }
        List<String> members = scored.names(ascending.from(), size);
        return reversed ? new Backwards<>(members) : members;
    }

    private Slice byScore(SortedSetView scored) {
        Slice within = within(scored, reversed ? last : first, reversed ? first : last);
        return (reversed ? within.reversed(scored.size()) : within).page(offset, count);
    }

    /** The members with scores between the bounds. A bound with an opening bracket is exclusive. */
    static Slice within(SortedSetView scored, String min, String max) {
        boolean afterMin = min.startsWith("(");
        boolean beforeMax = max.startsWith("(");
        return new Slice(
                before(scored, bound(afterMin ? min.substring(1) : min), afterMin),
                before(scored, bound(beforeMax ? max.substring(1) : max), !beforeMax));
    }

    private static double bound(String word) {
        Double bound = LuaNumber.parse(word);
        if (bound == null) {
            throw new BadRead("ERR min or max is not a float");
        }
        return bound;
    }

    /** The number of members with a smaller score, or with a smaller or equal one. */
    private static int before(SortedSetView scored, double score, boolean orEqual) {
        if (orEqual && score == Double.POSITIVE_INFINITY) {
            return scored.size();
        }
        return scored.below(orEqual ? Math.nextUp(score) : score);
    }
}
