package dev.reeve.node;

import dev.reeve.engine.EngineView;
import org.jspecify.annotations.Nullable;

/**
 * A long-running query that is evaluated in steps, between which the loop does other work. The state may change between
 * two steps, and the query has to cope with that.
 */
public interface LongQuery<R> {
    /** Evaluates the next part, which has to be small. Returns the result if it was the last part, null otherwise. */
    @Nullable
    R step(EngineView engine);

    /**
     * Whether a part that ends with an exception can be evaluated again, because it has changed nothing until then. If not, what it finds on disk
     * only is read meanwhile.
     */
    default boolean isRepeatable() {
        return false;
    }

    /** Whether nobody waits for the result any more. No further part is evaluated then, and no completion is called. */
    default boolean abandoned() {
        return false;
    }
}
