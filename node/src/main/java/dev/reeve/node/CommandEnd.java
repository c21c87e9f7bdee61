package dev.reeve.node;

import dev.reeve.engine.Outcome;

/** What becomes of an appended command. One of the methods is called, once, on the loop. */
interface CommandEnd<R> {
    /** The command was applied. It may not be durable yet. */
    void applied(Outcome<R> outcome);

    /** The command took effect elsewhere, and its effect came with a replaced engine: its reply is not known. */
    void unknown();

    /** The entry was discarded before it was applied. */
    default void discarded() {
        unknown();
    }

    /** Ignores the end of the command. */
    static <R> CommandEnd<R> ignored() {
        return new CommandEnd<>() {
            @Override
            public void applied(Outcome<R> outcome) {}

            @Override
            public void unknown() {}
        };
    }
}
