package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import java.util.List;

/** Suspends or resumes the leasing of jobs from queues. A queue that does not exist is created when it is paused. */
public record Pause(List<String> queues, boolean paused) implements Command<Done> {
    public Pause {
        queues = List.copyOf(queues);
    }

    @Override
    public CommandType type() {
        return CommandType.PAUSE;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        queues.forEach(queue -> state.pause(queue, paused));
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.writeStrings(queues, out);
        out.putBoolean(paused);
    }

    public static Pause read(ByteSource in) {
        return new Pause(ListFormat.readStrings(in), in.getBoolean());
    }
}
