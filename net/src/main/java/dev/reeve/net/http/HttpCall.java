package dev.reeve.net.http;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.node.Completion;
import dev.reeve.node.Requests;
import java.util.function.Consumer;
import java.util.function.Function;

/** Call of an HTTP request to the node: started and completed on the loop of the node, answered on the HTTP loop. */
abstract class HttpCall<R> implements LoopBridge.NodeTask, Completion<R> {
    private final Exchange exchange;
    private final Function<Outcome<?>, HttpError> refusals;
    private final Consumer<R> answer;

    HttpCall(Exchange exchange, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        this.exchange = exchange;
        this.refusals = refusals;
        this.answer = answer;
    }

    abstract void start(Requests node);

    @Override
    public final void run(Requests node) {
        start(node);
    }

    @Override
    public void failed() {
        exchange.refuse(CommonResponses.unknown());
    }

    @Override
    public void reply(R value) {
        onHttpLoop(() -> answer.accept(value));
    }

    @Override
    public final void outcome(Outcome<R> outcome) {
        Rejection why = outcome.rejection();
        if (why == null) {
            reply(outcome.reply());
            return;
        }
        exchange.refused(why);
        onHttpLoop(() -> exchange.refuse(refusals.apply(outcome)));
    }

    @Override
    public final void refused(Rejection why) {
        outcome(Outcome.refused(why));
    }

    @Override
    public final void outcomeUnknown() {
        onHttpLoop(() -> exchange.refuse(CommonResponses.unknown()));
    }

    final Exchange exchange() {
        return exchange;
    }

    /** Runs the task on the HTTP loop. */
    final void onHttpLoop(Runnable task) {
        exchange.loopBridge().toHttp(() -> exchange.guard(task));
    }
}
