package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds a client's own event to a job's history. */
@SuppressWarnings("ArrayRecordComponent")
public record Log(@Nullable CallerClock clock, JobId id, String message, byte @Nullable [] data)
        implements Command<Done> {
    @Override
    public long growthBytes() {
        return Growth.HISTORY + HistoryEvent.OVERHEAD_BYTES + Growth.text(message) + Growth.content(data);
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(JobRef.of(id));
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return LeaseChecks.onJob(state.find(JobRef.of(id)), job -> {
            state.edits().log(state.clockOr(clock), job, message, data);
            return Outcome.done();
        });
    }
}
