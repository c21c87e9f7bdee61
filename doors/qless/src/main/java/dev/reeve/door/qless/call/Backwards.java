package dev.reeve.door.qless.call;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** A list from its end to its start. */
final class Backwards<T> extends AbstractList<T> implements RandomAccess {
    private final List<T> forwards;

    Backwards(List<T> forwards) {
        this.forwards = forwards;
    }

    @Override
    public T get(int index) {
        return forwards.get(forwards.size() - 1 - index);
    }

    @Override
    public int size() {
        return forwards.size();
    }
}
