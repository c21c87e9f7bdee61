package dev.reeve.engine.collection;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;

/**
 * A list whose elements are mapped when they are read. To look at each of very many elements, which are not in the
 * processor's cache, takes far longer than to copy the references to them.
 */
public final class MappedList<T, R> extends AbstractList<R> implements RandomAccess {
    private final List<T> source;
    private final Function<? super T, ? extends R> mapping;

    /** @param source does not change, and nor does what the mapping reads of its elements */
    public MappedList(List<T> source, Function<? super T, ? extends R> mapping) {
        this.source = source;
        this.mapping = mapping;
    }

    @Override
    public R get(int index) {
        return mapping.apply(source.get(index));
    }

    @Override
    public int size() {
        return source.size();
    }
}
