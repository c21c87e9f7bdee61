package dev.reeve.engine;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.RecordFormat;
import java.util.List;

/**
 * A change of the engine's state, as the journal records it. Invariant: the result depends only on the command, the
 * state, the entry's time and the entry's seed. A new command is one class and one line in {@link CommandType}.
 */
public interface Command<R> {
    /** The type. Frequent commands return the constant, which is faster. */
    default CommandType type() {
        return CommandType.of(this);
    }

    Outcome<R> apply(EngineState state);

    /** Writes what the reader of the {@link CommandType} reads. Frequent commands have code of their own. */
    default void write(ByteSink out) {
        RecordFormat.write((Record) this, out);
    }

    /** Whether the command can increase the live data; such commands are refused when memory or disk space runs out. */
    default boolean grows() {
        return false;
    }

    /**
     * The queues that the command names. The queues of jobs that it names by id are not included: only the loop, which
     * has the state, can find them. A queue may be listed more than once.
     */
    default List<String> queues() {
        return List.of();
    }
}
