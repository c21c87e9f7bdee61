package dev.reeve.door.qless.call;

import dev.reeve.engine.collection.RankedView;
import dev.reeve.engine.qless.NamedRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of the engine as a sorted set: names, each with a score that decides its place, the smallest first. A page of it
 * costs no more for being far from the start.
 */
final class SortedSetView {
    /** A name and its score. */
    record Member(String name, double score) {}

    /** A sorted set without members. */
    static final SortedSetView NONE = ascending(NamedRows.<Member>none(), member -> member);

    private final RankedView<Member> ranked;
    private final Function<String, @Nullable Member> find;
    private final boolean descending;

    private SortedSetView(RankedView<Member> ranked, Function<String, @Nullable Member> find, boolean descending) {
        this.ranked = ranked;
        this.find = find;
        this.descending = descending;
    }

    static <R> SortedSetView ascending(NamedRows<R> rows, Function<R, Member> show) {
        return of(rows, show, false);
    }

    /** Over a list whose first row has the largest score. */
    static <R> SortedSetView descending(NamedRows<R> rows, Function<R, Member> show) {
        return of(rows, show, true);
    }

    private static <R> SortedSetView of(NamedRows<R> rows, Function<R, Member> show, boolean descending) {
        return new SortedSetView(
                rows.ranked().map(show),
                name -> {
                    R row = rows.find(name);
                    return row == null ? null : show.apply(row);
                },
                descending);
    }

    int size() {
        return ranked.size();
    }

    List<Member> page(long offset, int limit) {
        if (!descending) {
            return ranked.page(offset, limit);
        }
        long first = Math.max(0, size() - offset - limit);
        int count = (int) Math.max(0, size() - offset - first);
        List<Member> members = new ArrayList<>(ranked.page(first, count));
        Collections.reverse(members);
        return members;
    }

    /** The score of that name; null if the name is not in the set. */
    @Nullable
    Double score(String name) {
        Member member = find.apply(name);
        return member == null ? null : Double.valueOf(member.score());
    }

    /** How many have a smaller score. */
    int below(double score) {
        return descending
                ? size() - ranked.rankOf(member -> member.score() >= score ? -1 : 0)
                : ranked.rankOf(member -> member.score() < score ? -1 : 0);
    }
}
