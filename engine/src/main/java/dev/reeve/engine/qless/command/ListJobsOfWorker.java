package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QlessQueries.WorkerJobs;

/** Lists the jobs of one worker. As with {@link ListWorkers}, the workers not seen for too long are removed first. */
public record ListJobsOfWorker(CallerClock clock, String worker) implements Command<WorkerJobs> {
    private static final int MAX_JOBS = 100_000;

    @Override
    public Outcome<WorkerJobs> apply(EngineState state) {
        state.qless().administration().expireWorkers(clock);
        return Outcome.of(new QlessQueries(state).worker(worker, clock.nowMicros(), MAX_JOBS));
    }
}
