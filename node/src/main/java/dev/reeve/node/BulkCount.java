package dev.reeve.node;

import dev.reeve.engine.search.JobPosition;
import org.jspecify.annotations.Nullable;

/**
 * What a change of many jobs did.
 *
 * @param matched how many jobs were selected
 * @param changed how many of them were changed
 * @param skipped how many were not, because they had changed meanwhile or their state does not allow it
 * @param next where to go on; null if there are no more jobs
 * @param count how many jobs the filter selects in all; null where no index knows it
 * @param expected whether as many jobs were selected as the caller expected; if not, nothing was changed
 */
public record BulkCount(
        int matched,
        int changed,
        int skipped,
        @Nullable JobPosition next,
        @Nullable Long count,
        boolean expected) {}
