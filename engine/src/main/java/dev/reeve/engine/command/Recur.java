package dev.reeve.engine.command;

import dev.reeve.engine.Caller;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Store;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.format.RecurringFormat;
import dev.reeve.engine.queue.Recurring;

/**
 * Has a job put again and again. One of the same id is replaced, but goes on counting.
 *
 * @param job what to put, and when first; its count does not matter
 */
public record Recur(Caller caller, Recurring job) implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.RECUR;
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public Outcome<Done> apply(Store store) {
        store.registry().recur(caller, job);
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
