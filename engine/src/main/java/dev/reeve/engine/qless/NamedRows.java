package dev.reeve.engine.qless;

import dev.reeve.engine.collection.RankedView;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list of the engine, with access to its rows by rank and by name. Rows are immutable. */
public final class NamedRows<R> {
    private final RankedView<R> ranked;
    private final Function<String, @Nullable R> byName;

    private NamedRows(RankedView<R> ranked, Function<String, @Nullable R> byName) {
        this.ranked = ranked;
        this.byName = byName;
    }

    /**
     * The rows of a set.
     *
     * @param find finds an element by name; null if it is not in the set
     */
    public static <T, R> NamedRows<R> of(
            RankedView<T> set, Function<? super T, R> row, Function<String, @Nullable T> find) {
        return new NamedRows<>(set.map(row), name -> {
            T found = find.apply(name);
            return found == null ? null : row.apply(found);
        });
    }

    public static <R> NamedRows<R> none() {
        return new NamedRows<>(RankedView.empty(), name -> null);
    }

    public RankedView<R> ranked() {
        return ranked;
    }

    /** The row with that name; null if it is not in the list. */
    public @Nullable R find(String name) {
        return byName.apply(name);
    }
}
