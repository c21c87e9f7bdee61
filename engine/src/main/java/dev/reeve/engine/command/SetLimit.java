package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitTable;

/**
 * Sets the limit of the keys that match a pattern, over all queues. Leased jobs are left alone. Returns whether the pattern
 * had no limit before.
 */
public record SetLimit(String pattern, Limit limit) implements Command<Boolean> {
    public SetLimit {
        if (!LimitTable.isPattern(pattern)) {
            throw new IllegalArgumentException(
                    "expected a pattern with an asterisk at its end only, but got " + pattern);
        }
    }

    @Override
    public long growthBytes() {
        return LimitTable.BYTES + Growth.text(pattern);
    }

    @Override
    public Outcome<Boolean> apply(EngineState state) {
        boolean isNew = state.limits().table().get(pattern) == null;
        if (isNew && state.limits().table().size() >= LimitTable.MAX_PATTERNS) {
            return Outcome.refused(Rejection.LIMIT_REACHED, Integer.toString(LimitTable.MAX_PATTERNS));
        }
        state.limits().set(pattern, limit);
        state.throttling().limitsChanged();
        return Outcome.of(isNew);
    }
}
