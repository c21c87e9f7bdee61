package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import java.util.List;

/** Removes queues from the list of queues, until a job is put into them again. Their jobs are kept. */
public record ForgetQueues(List<String> queues) implements Command<Done> {
    public ForgetQueues {
        queues = List.copyOf(queues);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        queues.forEach(state.qless().administration()::forgetQueue);
        return Outcome.done();
    }
}
