package dev.reeve.access;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.node.Completion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The jobs of a request, of which each stands for itself: those that an identity may add, and the refusals of the others. */
final class AllowedAdds {
    private final List<Add> allowed = new ArrayList<>();
    private final List<@Nullable AddedJob> refused = new ArrayList<>();
    private @Nullable Add firstRefused;
    private Access.@Nullable Refusal firstRefusal;

    AllowedAdds(Identity who, AddAll all, EngineView engine) {
        for (Add add : all.adds()) {
            Access.Refusal refusal = Access.refusal(who, add, engine);
            refused.add(refusal == null ? null : AddedJob.refused(add.id(), Rejection.NOT_ALLOWED));
            if (refusal == null) {
                allowed.add(add);
            } else if (firstRefused == null) {
                firstRefused = add;
                firstRefusal = refusal;
            }
        }
    }

    /** Whether some of the jobs are allowed and others are not. */
    boolean areSome() {
        return firstRefused != null && !allowed.isEmpty();
    }

    AddAll command() {
        return new AddAll(allowed, false);
    }

    /** The audit line of the first refusal; null if all jobs are allowed. */
    @Nullable
    AuditLine refusal(Caller caller) {
        return firstRefused == null ? null : AuditLine.refused(caller, firstRefused, firstRefusal);
    }

    /** Gets what became of the allowed jobs, and passes on what became of all. */
    Completion<List<AddedJob>> completed(Completion<List<AddedJob>> done) {
        return new OutcomeFilter<>(done) {
            @Override
            public void outcome(Outcome<List<AddedJob>> outcome) {
                done.outcome(outcome.rejection() == null ? Outcome.of(all(outcome.reply())) : outcome);
            }
        };
    }

    private List<AddedJob> all(List<AddedJob> ofAllowed) {
        List<AddedJob> all = new ArrayList<>(refused.size());
        int next = 0;
        for (AddedJob refusal : refused) {
            all.add(refusal == null ? ofAllowed.get(next++) : refusal);
        }
        return all;
    }
}
