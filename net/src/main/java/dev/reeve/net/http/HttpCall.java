package dev.reeve.net.http;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.node.Completion;
import dev.reeve.node.Requests;
import dev.reeve.node.WaitCompletion;
import dev.reeve.node.WaitHandle;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Call of an HTTP request to the node: started and completed on the loop of the node, answered on the HTTP loop. */
abstract class HttpCall<R> implements LoopBridge.NodeTask, Completion<R> {
    final Exchange exchange;
    private final Function<Outcome<?>, HttpError> refusals;
    private final Consumer<R> answer;

    HttpCall(Exchange exchange, Function<Outcome<?>, HttpError> refusals, Consumer<R> answer) {
        this.exchange = exchange;
        this.refusals = refusals;
        this.answer = answer;
    }

    static HttpError refused(Outcome<?> outcome) {
        return HttpError.of(outcome.rejectionOrThrow());
    }

    @Override
    public void failed() {
        exchange.refuse(HttpError.outcomeUnknown());
    }

    @Override
    public final void reply(R value) {
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
        onHttpLoop(this::failed);
    }

    /** Runs the task on the HTTP loop. */
    final void onHttpLoop(Runnable task) {
        exchange.loopBridge().toHttp(() -> exchange.guard(task));
    }

    /**
     * Leases one job. If the client has disconnected before the response, the job is returned to its place in the queue as
     * if it had not been leased.
     */
    static final class AcquireCall extends HttpCall<List<LeasedJob>> implements WaitCompletion<List<LeasedJob>> {
        private final Acquire command;
        private final long waitMicros;
        private final Runnable whenNone;
        private @Nullable WaitHandle waitHandle;
        private boolean cancelled;

        AcquireCall(
                Exchange exchange, Acquire command, long waitMicros, Consumer<LeasedJob> answer, Runnable whenNone) {
            super(exchange, HttpCall::refused, jobs -> answer(exchange, jobs, answer));
            this.command = command;
            this.waitMicros = waitMicros;
            this.whenNone = whenNone;
        }

        @Override
        public void run(Requests node) {
            if (!cancelled) {
                waitHandle = exchange.requests(node).acquire(command, waitMicros, this);
            }
        }

        private static void answer(Exchange exchange, List<LeasedJob> jobs, Consumer<LeasedJob> answer) {
            LeasedJob job = jobs.get(0);
            exchange.whenBudgetAllows(job.payload().length, () -> {
                if (exchange.isDisconnected()) {
                    exchange.loopBridge().toNode(node -> node.giveBack(jobs));
                } else {
                    answer.accept(job);
                }
            });
        }

        @Override
        public void timedOut() {
            onHttpLoop(whenNone);
        }

        @Override
        public void decided() {}

        /** Called on the HTTP loop when the client has disconnected. */
        void cancel() {
            exchange.loopBridge().toNode(node -> {
                cancelled = true;
                if (waitHandle != null) {
                    waitHandle.cancel();
                }
            });
        }
    }
}
