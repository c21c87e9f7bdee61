package dev.reeve.engine.search;

import dev.reeve.engine.queue.FailureGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the list of failure groups.
 *
 * @param next the name after which the list goes on; null at its end. A page may have fewer groups than asked for, and a next one
 */
public record FailurePage(
        List<FailureGroup> groups, @Nullable String next) {
    public FailurePage {
        groups = List.copyOf(groups);
    }
}
