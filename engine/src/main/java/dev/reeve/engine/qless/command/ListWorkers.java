package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessQueries;
import java.util.List;

/** Lists the names of the workers, the last seen first. Those not seen for too long are removed, with their lists of jobs. */
public record ListWorkers(CallerClock clock) implements Command<List<String>> {
    @Override
    public Outcome<List<String>> apply(EngineState state) {
        state.qless().administration().expireWorkers(clock);
        return Outcome.of(new QlessQueries(state).workers(Integer.MAX_VALUE));
    }
}
