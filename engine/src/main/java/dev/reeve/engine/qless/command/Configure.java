package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Sets or unsets an option.
 *
 * @param value null unsets the option
 */
public record Configure(String option, @Nullable String value) implements Command<Done> {
    @Override
    public boolean grows() {
        return value != null;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        state.qless().administration().configure(option, value);
        return Outcome.done();
    }
}
