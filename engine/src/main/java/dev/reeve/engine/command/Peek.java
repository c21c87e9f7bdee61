package dev.reeve.engine.command;

import dev.reeve.engine.Caller;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Store;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.job.JobDetails;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;

/**
 * Looks at the next jobs of a queue. A look puts the recurring and makes ready the scheduled jobs that are due, but takes
 * no job from anyone.
 */
public record Peek(Caller caller, String queue, int count) implements Command<List<JobDetails>> {
    public Peek {
        if (count < 0) {
            throw new IllegalArgumentException("expected no negative count, but got " + count);
        }
    }

    @Override
    public CommandType type() {
        return CommandType.PEEK;
    }

    @Override
    public Outcome<List<JobDetails>> apply(Store store) {
        JobQueue found = store.queue(queue);
        if (found == null) {
            return Outcome.of(List.of());
        }
        return Outcome.of(store.lazyClock().peek(found, caller, count).stream()
                .map(store::details)
                .toList());
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        out.putString(queue);
        out.putVarLong(count);
    }

    public static Peek read(ByteSource in) {
        return new Peek(ListFormat.readCaller(in), in.getString(), in.getCount(Integer.MAX_VALUE));
    }
}
