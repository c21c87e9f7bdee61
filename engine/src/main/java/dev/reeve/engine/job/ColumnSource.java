package dev.reeve.engine.job;

/**
 * Reads columns of blocks that are on disk only. Whoever runs the engine sees to it that columns are there before they are needed; this is for what
 * it cannot know. A read takes time, in which nothing else is done.
 */
public interface ColumnSource {
    /** For an engine whose columns never leave. */
    ColumnSource NONE = place -> {
        throw new IllegalStateException("there are no columns on disk, but some are wanted at " + place);
    };

    /** The columns at this place, as they were written. */
    byte[] read(ColumnsPlace place);
}
