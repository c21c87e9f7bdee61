package dev.reeve.access;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.node.Completion;
import dev.reeve.node.Loop;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes a result on after its line has been written to the audit log: that of a change if it succeeded and is to be written, that
 * of a refusal if it was not allowed.
 */
final class AuditedCompletion<R> extends OutcomeFilter<R> {
    private final Audit audit;
    private final Loop loop;
    private final @Nullable Supplier<AuditLine> change;
    private final Supplier<AuditLine> refusal;

    /** @param change the line of a success; null if it is not written */
    AuditedCompletion(
            Audit audit,
            Loop loop,
            @Nullable Supplier<AuditLine> change,
            Supplier<AuditLine> refusal,
            Completion<R> done) {
        super(done);
        this.audit = audit;
        this.loop = loop;
        this.change = change;
        this.refusal = refusal;
    }

    @Override
    public void outcome(Outcome<R> outcome) {
        if (outcome.rejection() == Rejection.NOT_ALLOWED) {
            after(refusal.get(), () -> done.outcome(outcome));
        } else if (outcome.rejection() == null && change != null) {
            after(change.get(), () -> done.outcome(outcome));
        } else {
            done.outcome(outcome);
        }
    }

    private void after(AuditLine line, Runnable answer) {
        audit.write(line, () -> loop.execute(answer));
    }
}
