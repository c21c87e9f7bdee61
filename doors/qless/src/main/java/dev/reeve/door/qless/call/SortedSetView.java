package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import dev.reeve.engine.collection.RankedView;
import dev.reeve.engine.qless.NamedRows;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of the engine as a sorted set: names, each with a score that decides its place, the smallest first. A page of it
 * costs no more for being far from the start.
 *
 * @param descending whether the first row of the list has the largest score
 */
record SortedSetView(
        RankedView<Member> ranked, NamePages names, Function<String, @Nullable Member> finder, boolean descending)
        implements KeyView {
    /** Pages of the names, in the order of the list. */
    interface NamePages {
        List<String> page(long offset, int limit);
    }

    /** A name and its score. */
    record Member(String name, double score) {
        KeyEntry entry() {
            return new KeyEntry(name, new Resp.Real(score));
        }
    }

    private static final SortedSetView NONE = ascending(NamedRows.<Member>none(), member -> member);

    /** The view as a sorted set, which is empty if the key does not exist; throws if it has another type. */
    static SortedSetView of(KeyView view) {
        return view.require(KeyType.ZSET) instanceof SortedSetView sortedSet ? sortedSet : NONE;
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
                rows::names,
                name -> {
                    R row = rows.find(name);
                    return row == null ? null : show.apply(row);
                },
                descending);
    }

    @Override
    public KeyType type() {
        return KeyType.ZSET;
    }

    @Override
    public int size() {
        return ranked.size();
    }

    @Override
    public List<KeyEntry> page(long offset, int limit) {
        List<Member> members = ranked.page(first(offset, limit), limit);
        return new Mapped<>(descending ? new Backwards<>(members) : members, Member::entry);
    }

    /** The names of a page, which cost much less than its entries. They stay valid after the query. */
    List<String> names(long offset, int limit) {
        List<String> page = names.page(first(offset, limit), limit);
        return descending ? new Backwards<>(page) : page;
    }

    private long first(long offset, int limit) {
        return descending ? size() - offset - limit : offset;
    }

    @Override
    public @Nullable KeyEntry find(String name) {
        Member member = finder.apply(name);
        return member == null ? null : member.entry();
    }

    /** How many have a smaller score. */
    int below(double score) {
        return descending
                ? size() - ranked.rankOf(member -> member.score() >= score ? -1 : 0)
                : ranked.rankOf(member -> member.score() < score ? -1 : 0);
    }
}
