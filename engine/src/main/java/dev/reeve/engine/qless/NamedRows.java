package dev.reeve.engine.qless;

import dev.reeve.engine.collection.MappedList;
import dev.reeve.engine.collection.RankedView;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list of the engine, with access to its rows by rank and by name. Rows are immutable. */
public final class NamedRows<R> {
    private final RankedView<R> ranked;
    private final NamePages names;
    private final Function<String, @Nullable R> byName;

    private interface NamePages {
        List<String> page(long offset, int limit);
    }

    private NamedRows(RankedView<R> ranked, NamePages names, Function<String, @Nullable R> byName) {
        this.ranked = ranked;
        this.names = names;
        this.byName = byName;
    }

    /**
     * The rows of a set.
     *
     * @param name the name of an element, which never changes
     * @param find finds an element by name; null if it is not in the set
     */
    public static <T, R> NamedRows<R> of(
            RankedView<T> set,
            Function<? super T, String> name,
            Function<? super T, R> row,
            Function<String, @Nullable T> find) {
        return new NamedRows<>(
                set.map(row), (offset, limit) -> new MappedList<>(set.page(offset, limit), name), wanted -> {
                    T found = find.apply(wanted);
                    return found == null ? null : row.apply(found);
                });
    }

    public static <R> NamedRows<R> none() {
        return new NamedRows<>(RankedView.empty(), (offset, limit) -> List.of(), name -> null);
    }

    public RankedView<R> ranked() {
        return ranked;
    }

    /** The names of up to {@code limit} rows, from the given rank on. They stay valid after the query. */
    public List<String> names(long offset, int limit) {
        return names.page(offset, limit);
    }

    /** The row with that name; null if it is not in the list. */
    public @Nullable R find(String name) {
        return byName.apply(name);
    }
}
