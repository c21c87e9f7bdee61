package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;

/** Removes the limit of a pattern. Returns whether there was one. */
public record DropLimit(String pattern) implements Command<Boolean> {
    @Override
    public Outcome<Boolean> apply(EngineState state) {
        boolean found = state.limits().table().get(pattern) != null;
        if (found) {
            state.limits().set(pattern, null);
            state.throttling().limitsChanged();
        }
        return Outcome.of(found);
    }
}
