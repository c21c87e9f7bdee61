package dev.reeve.engine.command;

import dev.reeve.engine.CallerClock;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.format.RecurringFormat;
import dev.reeve.engine.queue.RecurringJob;

/**
 * Has a job put again and again. One of the same id is replaced, but goes on counting.
 *
 * @param job what to put, and when first; its count does not matter
 */
public record Recur(CallerClock caller, RecurringJob job) implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.RECUR;
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        store.qlessAdministration().recur(caller, job);
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        RecurringFormat.write(job, out);
    }

    public static Recur read(ByteSource in) {
        return new Recur(ListFormat.readCaller(in), RecurringFormat.read(in));
    }
}
