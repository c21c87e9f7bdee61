package dev.reeve.net.http;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.node.Completion;
import dev.reeve.node.FinishedJob;
import dev.reeve.node.Origin;
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
    public final @Nullable Origin origin() {
        return exchange.origin();
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
        onHttpLoop(() -> refuse(outcome));
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

    /** Answers to a refusal, on the HTTP loop. */
    void refuse(Outcome<R> outcome) {
        exchange.refuse(refusals.apply(outcome));
    }

    /** Starts a call that waits. */
    interface Start<R> {
        WaitHandle on(Requests node, WaitCompletion<R> done);
    }

    /** A call that waits until there is an answer, until its time is over, or until the client has disconnected. */
    static class WaitCall<R> extends HttpCall<R> implements WaitCompletion<R> {
        private final Start<R> start;
        private final Runnable whenOver;
        private @Nullable WaitHandle waitHandle;
        private boolean cancelled;

        WaitCall(
                Exchange exchange,
                Start<R> start,
                Consumer<R> answer,
                Runnable whenOver,
                Function<Outcome<?>, HttpError> refusals) {
            super(exchange, refusals, answer);
            this.start = start;
            this.whenOver = whenOver;
        }

        @Override
        public void run(Requests node) {
            if (!cancelled) {
                waitHandle = start.on(exchange.sender().requests(node), this);
            }
        }

        @Override
        public void timedOut() {
            onHttpLoop(whenOver);
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

    /** Acquires jobs. A worker that is quiet learns so. */
    static final class AcquireCall extends WaitCall<List<LeasedJob>> {
        private final Runnable whenQuiet;

        AcquireCall(
                Exchange exchange,
                Start<List<LeasedJob>> start,
                Consumer<List<LeasedJob>> answer,
                Runnable whenNone,
                Runnable whenQuiet,
                Function<Outcome<?>, HttpError> refusals) {
            super(exchange, start, answer, whenNone, refusals);
            this.whenQuiet = whenQuiet;
        }

        @Override
        public void quiet() {
            onHttpLoop(whenQuiet);
        }
    }

    /** Waits for the end of a job. One that does not exist is no refusal here. */
    static final class EndCall extends WaitCall<FinishedJob> {
        private final Runnable otherwise;

        EndCall(
                Exchange exchange,
                Start<FinishedJob> start,
                Consumer<FinishedJob> answer,
                Runnable otherwise,
                Function<Outcome<?>, HttpError> refusals) {
            super(exchange, start, answer, otherwise, refusals);
            this.otherwise = otherwise;
        }

        @Override
        void refuse(Outcome<FinishedJob> outcome) {
            if (outcome.rejection() == Rejection.JOB_NOT_FOUND) {
                otherwise.run();
            } else {
                super.refuse(outcome);
            }
        }
    }
}
