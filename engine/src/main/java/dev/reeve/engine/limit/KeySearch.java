package dev.reeve.engine.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a limit, the busiest first: those with the most throttled jobs, then with the most leased ones. The list is
 * made in steps between which the engine may change; each step looks at a bounded number of keys.
 */
public final class KeySearch {
    private static final int KEYS_PER_STEP = 500;

    private static final Comparator<LimitKeyView> BUSIEST = Comparator.comparingInt(
                    (LimitKeyView key) -> -key.throttled())
            .thenComparingInt(key -> -key.running())
            .thenComparing(LimitKeyView::name);

    private final String pattern;
    private final @Nullable Position after;
    private final int limit;
    private final TreeSet<LimitKeyView> found = new TreeSet<>(BUSIEST);
    private String looked = "";

    /** The place of a key in the list. */
    public record Position(int throttled, int running, String name) {}

    /** @param after where the list goes on; null for its beginning */
    public KeySearch(String pattern, @Nullable Position after, int limit) {
        this.pattern = pattern;
        this.after = after;
        this.limit = limit;
    }

    /** Looks at the next keys. Returns the list if it is complete, else null. */
    public @Nullable List<LimitKeyView> step(KeyLimits limits, long nowMicros) {
        String prefix = LimitTable.prefix(pattern);
        String from = looked.compareTo(prefix) < 0 ? prefix : looked;
        boolean begins = looked.isEmpty();
        List<LimitKey> page = limits.keys()
                .page(
                        limits.keys().rankOf(key -> {
                            int compared = key.name().compareTo(from);
                            return compared < 0 || (compared == 0 && !begins) ? -1 : 0;
                        }),
                        KEYS_PER_STEP);
        for (LimitKey key : page) {
            if (!key.name().startsWith(prefix)) {
                return new ArrayList<>(found);
            }
            LimitTable.Row row = limits.table().of(key.name());
            if (row != null && row.pattern().equals(pattern)) {
                add(LimitKeyView.of(key, row.limit(), nowMicros));
            }
            looked = key.name();
        }
        return page.size() < KEYS_PER_STEP ? new ArrayList<>(found) : null;
    }

    private void add(LimitKeyView key) {
        if (after != null
                && BUSIEST.compare(key, new LimitKeyView(after.name(), after.running(), 0, after.throttled(), 0))
                        <= 0) {
            return;
        }
        found.add(key);
        if (found.size() > limit) {
            found.pollLast();
        }
    }
}
