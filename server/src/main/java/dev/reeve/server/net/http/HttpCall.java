package dev.reeve.server.net.http;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.server.node.Completion;
import dev.reeve.server.node.Node;
import java.util.function.Consumer;
import java.util.function.Function;

/** A request's way to the node and back: started and completed on the node's loop, answered on the HTTP loop. */
abstract class HttpCall<R> implements LoopBridge.Errand, Completion<R> {
    private final Exchange exchange;
    private final Function<Outcome<?>, HttpError> refusals;
    private final Consumer<R> answer;

    HttpCall(Exchange exchange, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        this.exchange = exchange;
        this.refusals = refusals;
        this.answer = answer;
    }

    abstract void start(Node node);

    @Override
    public final void run(Node node) {
        start(node);
    }

    @Override
    public void lost() {
        exchange.refuse(CommonResponses.unknown());
    }

    @Override
    public void reply(R value) {
        back(() -> answer.accept(value));
    }

    @Override
    public final void outcome(Outcome<R> outcome) {
        Rejection why = outcome.rejection();
        if (why == null) {
            reply(outcome.reply());
            return;
        }
        exchange.refused(why);
        back(() -> exchange.refuse(refusals.apply(outcome)));
    }

    @Override
    public final void refused(Rejection why) {
        outcome(Outcome.refused(why));
    }

    @Override
    public final void outcomeUnknown() {
        back(() -> exchange.refuse(CommonResponses.unknown()));
    }

    final Exchange exchange() {
        return exchange;
    }

    /** Goes on on the HTTP loop. */
    final void back(Runnable task) {
        exchange.loopBridge().toHttp(() -> exchange.guard(task));
    }
}
