package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QlessQueries.WorkerCounts;
import java.util.List;

/** Lists the workers, the last seen first. Those not seen for too long are removed, with their lists of jobs. */
public record ListWorkers(CallerClock clock) implements Command<List<WorkerCounts>> {
    @Override
    public Outcome<List<WorkerCounts>> apply(EngineState state) {
        state.qless().administration().expireWorkers(clock);
        return Outcome.of(new QlessQueries(state).workers(clock.nowMicros()));
    }
}
