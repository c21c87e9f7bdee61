package dev.reeve.engine.command;

import dev.reeve.engine.CallerClock;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Popped;
import dev.reeve.engine.job.QlessJobView;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * Leases the next jobs of a queue by the caller's clock, those first whose leases have lapsed. Its reply may be empty.
 */
public record Pop(CallerClock caller, String queue, String worker, int count) implements Command<Popped> {
    public Pop {
        if (count < 0) {
            throw new IllegalArgumentException("expected no negative count, but got " + count);
        }
    }

    @Override
    public CommandType type() {
        return CommandType.POP;
    }

    @Override
    public Outcome<Popped> apply(EngineState store) {
        JobQueue found = store.queue(queue);
        if (found != null && found.paused()) {
            return Outcome.of(Popped.NOTHING);
        }
        store.qlessAdministration().seen(caller, worker);
        if (found == null) {
            return Outcome.of(Popped.NOTHING);
        }
        long lasts = store.config().heartbeatMicros(queue);
        List<QlessJobView> popped = new ArrayList<>();
        for (Job job : store.callerClockDeadlines().take(found, caller, count)) {
            store.transitions().pop(caller, job, worker, lasts);
            popped.add(store.details(job));
        }
        return Outcome.of(new Popped(popped, caller.after(lasts)));
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        out.putString(queue);
        out.putString(worker);
        out.putVarLong(count);
    }

    public static Pop read(ByteSource in) {
        return new Pop(ListFormat.readCaller(in), in.getString(), in.getString(), in.getCount(Integer.MAX_VALUE));
    }
}
