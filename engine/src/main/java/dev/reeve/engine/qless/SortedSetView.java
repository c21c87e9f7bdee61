package dev.reeve.engine.qless;

import dev.reeve.engine.collection.RankedSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list of names, each with a number that decides its place, the smallest first. */
public final class SortedSetView {
    /** A name and its number. */
    public record Member(String name, double score) {}

    /** A list without members. */
    public static final SortedSetView NONE = new SortedSetView(List.of());

    private final int size;
    private final Function<Page, List<Member>> pages;
    private final Function<Double, Integer> below;
    private final Function<String, @Nullable Member> find;

    private record Page(long offset, int limit) {}

    private SortedSetView(List<Member> members) {
        this.size = members.size();
        this.pages = page -> members;
        this.below = score -> 0;
        this.find = name -> null;
    }

    private <T> SortedSetView(
            RankedSet<T> set, boolean descending, Function<T, Member> show, Function<String, @Nullable T> find) {
        this.size = set.size();
        this.find = name -> {
            T found = find.apply(name);
            return found == null ? null : show.apply(found);
        };
        if (descending) {
            this.pages = page -> {
                long first = Math.max(0, size - page.offset() - page.limit());
                int count = (int) Math.max(0, size - page.offset() - first);
                List<Member> members = new ArrayList<>(
                        set.page(first, count).stream().map(show).toList());
                Collections.reverse(members);
                return members;
            };
            this.below = score -> size - set.rankOf(one -> show.apply(one).score() >= score ? -1 : 0);
        } else {
            this.pages = page ->
                    set.page(page.offset(), page.limit()).stream().map(show).toList();
            this.below = score -> set.rankOf(one -> show.apply(one).score() < score ? -1 : 0);
        }
    }

    public static <T> SortedSetView ascending(
            RankedSet<T> set, Function<T, Member> show, Function<String, @Nullable T> find) {
        return new SortedSetView(set, false, show, find);
    }

    /** Over a set whose first element has the largest number. */
    public static <T> SortedSetView descending(
            RankedSet<T> set, Function<T, Member> show, Function<String, @Nullable T> find) {
        return new SortedSetView(set, true, show, find);
    }

    public int size() {
        return size;
    }

    public List<Member> page(long offset, int limit) {
        return pages.apply(new Page(offset, limit));
    }

    /** The number of that name; null if the name is not in the list. */
    public @Nullable Double score(String name) {
        Member member = find.apply(name);
        return member == null ? null : Double.valueOf(member.score());
    }

    /** How many have a smaller number. */
    public int below(double score) {
        return below.apply(score);
    }
}
