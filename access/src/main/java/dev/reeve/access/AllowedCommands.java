package dev.reeve.access;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.node.Completion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands that stand for themselves: those that an identity may submit, and the refusals of the others. */
final class AllowedCommands {
    private final List<Command<?>> allowed = new ArrayList<>();
    private final List<Access.@Nullable Refusal> refusals = new ArrayList<>();
    private @Nullable Command<?> firstRefused;

    AllowedCommands(Identity who, List<Command<?>> commands, EngineView engine) {
        for (Command<?> command : commands) {
            Access.Refusal refusal = Access.refusal(who, command, engine);
            refusals.add(refusal);
            if (refusal == null) {
                allowed.add(command);
            } else if (firstRefused == null) {
                firstRefused = command;
            }
        }
    }

    List<Command<?>> allowed() {
        return allowed;
    }

    boolean areNone() {
        return allowed.isEmpty() && firstRefused != null;
    }

    /** The audit line of the first refusal; null if all commands are allowed. */
    @Nullable
    AuditLine refusal(Caller caller) {
        Access.Refusal first =
                refusals.stream().filter(one -> one != null).findFirst().orElse(null);
        return firstRefused == null ? null : AuditLine.refused(caller, firstRefused, first);
    }

    /** The outcomes of all commands, in their order. */
    List<Outcome<?>> outcomes(List<Outcome<?>> ofAllowed) {
        List<Outcome<?>> all = new ArrayList<>(refusals.size());
        int next = 0;
        for (Access.Refusal refusal : refusals) {
            all.add(refusal == null ? ofAllowed.get(next++) : outcome(refusal));
        }
        return all;
    }

    private static Outcome<?> outcome(Access.Refusal refusal) {
        String right = refusal.right().word();
        String queue = refusal.queue();
        return queue == null
                ? Outcome.refused(Rejection.NOT_ALLOWED, right)
                : Outcome.refused(Rejection.NOT_ALLOWED, right, queue);
    }

    /** Gets the outcomes of the allowed commands, and passes on those of all. */
    Completion<List<Outcome<?>>> completed(Completion<List<Outcome<?>>> done) {
        return new OutcomeFilter<>(done) {
            @Override
            public void outcome(Outcome<List<Outcome<?>>> outcome) {
                done.outcome(outcome.rejection() == null ? Outcome.of(outcomes(outcome.reply())) : outcome);
            }
        };
    }
}
