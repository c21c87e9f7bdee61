package dev.reeve.access;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.node.BulkChange;
import dev.reeve.node.BulkCount;
import dev.reeve.node.Completion;
import dev.reeve.node.Loop;

/** Passes the count of a change of many jobs on after one line about all of them has been written to the audit log. */
final class BulkAudit implements Completion<BulkCount> {
    private final Audit audit;
    private final Loop loop;
    private final Caller caller;
    private final BulkChange change;
    private final Completion<BulkCount> done;

    BulkAudit(Audit audit, Loop loop, Caller caller, BulkChange change, Completion<BulkCount> done) {
        this.audit = audit;
        this.loop = loop;
        this.caller = caller;
        this.change = change;
        this.done = done;
    }

    @Override
    public void outcome(Outcome<BulkCount> outcome) {
        boolean writes = outcome.rejection() == null
                && outcome.reply().changed() > 0
                && caller.identity().role().isAudited();
        if (writes) {
            after(AuditLine.bulk(caller, change, outcome.reply().changed()), () -> done.outcome(outcome));
        } else {
            done.outcome(outcome);
        }
    }

    @Override
    public void reply(BulkCount value) {
        outcome(Outcome.of(value));
    }

    @Override
    public void refused(Rejection why) {
        outcome(Outcome.refused(why));
    }

    /** Some jobs may have been changed. */
    @Override
    public void outcomeUnknown() {
        after(AuditLine.bulk(caller, change, null), done::outcomeUnknown);
    }

    private void after(AuditLine line, Runnable answer) {
        audit.write(line, () -> loop.execute(answer));
    }
}
