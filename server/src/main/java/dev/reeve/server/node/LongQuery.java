package dev.reeve.server.node;

import dev.reeve.engine.EngineView;
import org.jspecify.annotations.Nullable;

/**
 * A question that takes long to answer, and is answered in steps between which the loop does other work. What it looks at
 * may change between two steps, and it has to make sense of that.
 */
public interface LongQuery<R> {
    /** Looks at the next part, which has to be small; the answer if that was the last, null otherwise. */
    @Nullable
    R step(EngineView engine);
}
