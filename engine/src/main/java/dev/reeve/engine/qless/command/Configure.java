package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Sets or unsets an option.
 *
 * @param value null unsets the option
 */
public record Configure(String option, @Nullable String value) implements Command<Done> {
    private static final long OPTION_BYTES = 40;

    @Override
    public long growthBytes() {
        return value == null ? 0 : OPTION_BYTES + Growth.text(option) + Growth.text(value);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        state.qless().administration().configure(option, value);
        return Outcome.done();
    }
}
