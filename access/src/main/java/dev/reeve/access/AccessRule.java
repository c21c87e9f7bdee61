package dev.reeve.access;

import dev.reeve.engine.ReadRule;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;

/** What an identity may see of the engine. */
final class AccessRule implements ReadRule {
    private final Identity who;

    AccessRule(Identity who) {
        this.who = who;
    }

    @Override
    public boolean allows(String queue) {
        return Access.allows(who, Right.READ, queue);
    }

    @Override
    public boolean allowsAll() {
        return Access.allowsEverywhere(who, Right.READ);
    }

    @Override
    public boolean showsPayloads(String queue) {
        return Access.allows(who, Right.PAYLOAD, queue);
    }

    @Override
    public boolean showsResults(String queue) {
        return Access.allows(who, Right.RESULT, queue);
    }

    /** A worker may acquire any job of its queues, so it may see the payloads of those that are leased. */
    @Override
    public JobView shown(JobView job) {
        boolean showsPayload = showsPayloads(job.queue())
                || (job.state() == State.LEASED && Access.allows(who, Right.WORK, job.queue()));
        boolean showsEnds = showsResults(job.queue());
        return showsPayload && showsEnds ? job : job.without(!showsPayload, !showsEnds);
    }
}
