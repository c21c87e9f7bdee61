package dev.reeve.door.qless;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.node.Completion;
import dev.reeve.node.WaitHandle;

/**
 * A command that is submitted again until there is nothing left for it to do. Each time it changes a bounded number of jobs,
 * and is durable before the next time. The reply is the sum of the results.
 */
final class Repetition implements Completion<Integer>, WaitHandle {
    private final RedisConnection client;
    private final CallPlan.Repeated plan;
    private final NodeReply<Integer> reply;
    private int done;
    private boolean cancelled;

    Repetition(RedisConnection client, CallPlan.Repeated plan, NodeReply<Integer> reply) {
        this.client = client;
        this.plan = plan;
        this.reply = reply;
    }

    void start() {
        client.submit(plan.command().apply(plan.count()), this);
        reply.block(this);
    }

    @Override
    public void reply(Integer value) {
        done += value;
        if (cancelled) {
            return;
        }
        if (value == 0 || done >= plan.count()) {
            reply.outcome(Outcome.of(done));
        } else {
            client.submit(plan.command().apply(plan.count() - done), this);
        }
    }

    @Override
    public void refused(Rejection why) {
        reply.refused(why);
    }

    @Override
    public void outcomeUnknown() {
        reply.outcomeUnknown();
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    @Override
    public void inputEnded() {}
}
