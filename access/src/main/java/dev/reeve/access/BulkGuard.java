package dev.reeve.access;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.RestrictedView;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.node.BulkChange;
import dev.reeve.node.BulkScope;
import dev.reeve.node.Completion;
import dev.reeve.node.LongQuery;
import dev.reeve.node.Requests;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one identity may see and change of many jobs at once: those of its queues. A job that has been moved out of its queues
 * since it was selected is skipped like one that has changed.
 */
final class BulkGuard implements BulkScope {
    private final Requests node;
    private final Supplier<EngineView> current;
    private final Identity identity;
    private final AccessRule rule;

    BulkGuard(Requests node, Supplier<EngineView> current, Identity identity, AccessRule rule) {
        this.node = node;
        this.current = current;
        this.identity = identity;
        this.rule = rule;
    }

    /** Why the change is not allowed; null if it is. Queues that the filter does not name are left out of it. */
    static Access.@Nullable Refusal refusal(Identity who, BulkChange change) {
        Right right = right(change.action().kind());
        if (!Access.allowsSomewhere(who, right)) {
            return new Access.Refusal(right, null);
        }
        for (String queue : change.filter().queues()) {
            if (!who.queues().matches(queue)) {
                return new Access.Refusal(right, queue);
            }
        }
        String target = change.action().queue();
        return target == null || who.queues().matches(target) ? null : new Access.Refusal(right, target);
    }

    private static Right right(ChangeIf.Kind kind) {
        return switch (kind) {
            case RETRY, MOVE -> Right.RETRY;
            case CANCEL -> Right.CANCEL;
            case DELETE -> Right.DELETE;
        };
    }

    @Override
    public <R> void search(LongQuery<R> query, Completion<R> done) {
        node.askInSteps(view -> query.step(new RestrictedView(view, rule)), done);
    }

    @Override
    public void change(List<Command<?>> commands, Completion<List<Outcome<?>>> done) {
        AllowedCommands checked = new AllowedCommands(identity, commands, current.get());
        if (checked.areNone()) {
            node.loop().execute(() -> done.reply(checked.outcomes(List.of())));
        } else {
            node.submitEach(checked.allowed(), checked.completed(done));
        }
    }
}
