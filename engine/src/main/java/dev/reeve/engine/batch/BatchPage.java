package dev.reeve.engine.batch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the list of batches, by id.
 *
 * @param last the id of the last batch that was looked at; null if there are no more. A page may have fewer batches than were
 *     looked at
 */
public record BatchPage(List<BatchView> batches, @Nullable String last) {
    public BatchPage {
        batches = List.copyOf(batches);
    }
}
