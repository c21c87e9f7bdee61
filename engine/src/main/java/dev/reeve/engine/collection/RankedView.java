package dev.reeve.engine.collection;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Read access to a sorted set by rank. Finding a rank or the start of a page is O(log n). It is a live view of the
 * engine's state and is valid only during the query that obtained it.
 */
public interface RankedView<T> {
    /** A set without elements. */
    static <T> RankedView<T> empty() {
        return new RankedSet<>(Comparator.comparingInt(Object::hashCode));
    }

    int size();

    /** All elements in order. */
    default List<T> all() {
        return page(0, size());
    }

    /** Up to {@code limit} elements in order, from the given rank on. */
    List<T> page(long offset, int limit);

    /**
     * The number of elements before a position. The probe defines the position: it returns a negative number for the
     * elements before it, and zero or more for the others.
     */
    int rankOf(ToIntFunction<? super T> probe);

    /** A view of this set in which each element is mapped when it is read. */
    default <R> RankedView<R> map(Function<? super T, ? extends R> mapping) {
        RankedView<T> source = this;
        return new RankedView<>() {
            @Override
            public int size() {
                return source.size();
            }

            @Override
            public List<R> page(long offset, int limit) {
                return source.page(offset, limit).stream().<R>map(mapping).toList();
            }

            @Override
            public int rankOf(ToIntFunction<? super R> probe) {
                return source.rankOf(element -> probe.applyAsInt(mapping.apply(element)));
            }
        };
    }
}
