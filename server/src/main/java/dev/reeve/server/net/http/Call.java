package dev.reeve.server.net.http;

import dev.reeve.engine.Rejection;
import dev.reeve.server.node.Completion;
import dev.reeve.server.node.Node;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request's way to the node and back: started and completed on the node's loop, answered on the HTTP loop. */
abstract class Call<R> implements Handover.Errand, Completion<R> {
    private static final Logger LOG = LoggerFactory.getLogger(Call.class);

    private final Exchange exchange;
    private final Function<Rejection, Refusal> refusals;
    private final Consumer<R> answer;

    Call(Exchange exchange, Function<Rejection, Refusal> refusals, Consumer<R> answer) {
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
        exchange.refuse(Standard.unknown());
    }

    @Override
    public void reply(R value) {
        back(() -> answer.accept(value));
    }

    @Override
    public final void refused(Rejection why) {
        exchange.refused(why);
        back(() -> exchange.refuse(refusals.apply(why)));
    }

    @Override
    public final void unknown() {
        back(() -> exchange.refuse(Standard.unknown()));
    }

    final Exchange exchange() {
        return exchange;
    }

    /** Goes on on the HTTP loop. A bug in one answer must not take the others of its batch along. */
    final void back(Runnable task) {
        exchange.handover().toHttp(() -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("cannot answer {}", exchange, e);
                if (!exchange.isAnswered()) {
                    exchange.refuse(new Refusal(500, "Internal error"));
                }
            }
        });
    }
}
