package dev.reeve.engine.command;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import java.util.List;

/**
 * Lets a schedule run for times that have come, and sets its next time. Does nothing if the schedule has changed since.
 * Returns what became of each run.
 *
 * @param afterMicros the schedule's next time when the command was made
 * @param dueMicros the times that have come since, the last ones, ascending
 * @param nowMicros the time when the command was made, by the clock that the schedule's times are meant for
 */
public record SetNext(String name, long afterMicros, List<Long> dueMicros, long nowMicros, long nextMicros)
        implements Command<List<AddedJob>> {
    static final long UNKNOWN_GROWTH = 1L << 40;

    public SetNext {
        dueMicros = List.copyOf(dueMicros);
    }

    @Override
    public List<String> schedules() {
        return List.of(name);
    }

    /** How large the jobs are, only the state tells. */
    @Override
    public long growthBytes() {
        return UNKNOWN_GROWTH;
    }

    @Override
    public long growthBytes(EngineState state) {
        return state.schedules().growthBytes(name, dueMicros.size());
    }

    @Override
    public Outcome<List<AddedJob>> apply(EngineState state) {
        return Outcome.of(state.schedules().advance(name, afterMicros, dueMicros, nowMicros, nextMicros));
    }
}
