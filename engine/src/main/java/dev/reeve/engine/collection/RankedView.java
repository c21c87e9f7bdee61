package dev.reeve.engine.collection;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A sorted set to be read by rank. To find a rank or the start of a page is O(log n). It shows what the engine holds at
 * the moment, and is not to be kept beyond the question it answers.
 */
public interface RankedView<T> {
    /** A set without elements. */
    static <T> RankedView<T> empty() {
        return new RankedView<>() {
            @Override
            public int size() {
                return 0;
            }

            @Override
            public List<T> page(long offset, int limit) {
                return List.of();
            }

            @Override
            public int rankOf(ToIntFunction<? super T> probe) {
                return 0;
            }
        };
    }

    int size();

    /** Up to {@code limit} elements in order, from the given rank on. */
    List<T> page(long offset, int limit);

    /**
     * How many elements come before a place in the order, which the probe knows: it answers below zero for those before
     * it, and zero or more for the others.
     */
    int rankOf(ToIntFunction<? super T> probe);

    /** The same set with each element shown as something else, when it is asked for. */
    default <R> RankedView<R> map(Function<? super T, ? extends R> show) {
        RankedView<T> shown = this;
        return new RankedView<>() {
            @Override
            public int size() {
                return shown.size();
            }

            @Override
            public List<R> page(long offset, int limit) {
                return shown.page(offset, limit).stream().<R>map(show).toList();
            }

            @Override
            public int rankOf(ToIntFunction<? super R> probe) {
                return shown.rankOf(element -> probe.applyAsInt(show.apply(element)));
            }
        };
    }
}
