package dev.reeve.node;

import dev.reeve.engine.Outcome;
import org.jspecify.annotations.Nullable;

/** What becomes of an appended command. One of the methods is called, once, on the loop. */
public interface CommandEnd<R> {
    /**
     * The command was applied. It may not be durable yet.
     *
     * @param reply the reply of the outcome; null if the command was refused
     */
    void applied(Outcome<R> outcome, @Nullable R reply);

    /** The command took effect elsewhere, and its effect came with a replaced engine: its reply is not known. */
    void unknown();

    /** The entry was discarded before it was applied. */
    default void discarded() {
        unknown();
    }

    /** The command was applied after its caller had been told that the outcome is unknown. */
    default void late(R reply) {}

    /** Whether nobody minds how long it takes, so that the command is not given up. */
    default boolean mayWait() {
        return false;
    }

    /** Ignores the end of the command. */
    static <R> CommandEnd<R> ignored() {
        return new CommandEnd<>() {
            @Override
            public void applied(Outcome<R> outcome, @Nullable R reply) {}

            @Override
            public void unknown() {}

            @Override
            public boolean mayWait() {
                return true;
            }
        };
    }
}
