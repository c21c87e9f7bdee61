package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.schedule.ScheduleSpec;
import java.util.List;

/**
 * Adds a schedule or replaces what an operator says about it. Returns whether it is new.
 *
 * @param nextMicros its next time; ignored if the schedule exists and its times do not change
 */
public record PutSchedule(String name, ScheduleSpec spec, long nextMicros) implements Command<Boolean> {
    @Override
    public List<String> queues() {
        return List.of(spec.job().queue());
    }

    @Override
    public List<JobRef> jobs() {
        return spec.job().options().dependencies().stream().map(JobRef::of).toList();
    }

    @Override
    public List<String> schedules() {
        return List.of(name);
    }

    @Override
    public long growthBytes() {
        return new Schedule(name, spec, nextMicros, false, null, List.of()).sizeBytes();
    }

    @Override
    public long growthBytes(EngineState state) {
        Schedule known = state.schedules().all().get(name);
        return Math.max(0, growthBytes() - (known == null ? 0 : known.sizeBytes()));
    }

    @Override
    public Outcome<Boolean> apply(EngineState state) {
        return state.schedules().put(name, spec, nextMicros);
    }
}
