package dev.reeve.net.http;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.node.Requests;
import dev.reeve.node.WaitCompletion;
import dev.reeve.node.WaitHandle;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Acquire command of an HTTP request. If the client has disconnected before the response, the job is returned to its
 * place in the queue as if it had not been leased.
 */
final class AcquireCall extends HttpCall<List<LeasedJob>> implements WaitCompletion<List<LeasedJob>> {
    private final Acquire command;
    private final long waitMicros;
    private final Consumer<LeasedJob> answer;
    private final Runnable whenNone;
    private @Nullable WaitHandle waitHandle;
    private boolean cancelled;

    AcquireCall(Exchange exchange, Acquire command, long waitMicros, Consumer<LeasedJob> answer, Runnable whenNone) {
        super(exchange, CommonResponses::refused, jobs -> answer.accept(jobs.get(0)));
        this.command = command;
        this.waitMicros = waitMicros;
        this.answer = answer;
        this.whenNone = whenNone;
    }

    @Override
    void start(Requests node) {
        if (!cancelled) {
            waitHandle = node.acquire(command, waitMicros, this);
        }
    }

    @Override
    public void reply(List<LeasedJob> jobs) {
        LeasedJob job = jobs.get(0);
        onHttpLoop(() -> exchange().whenBudgetAllows(job.payload().length, () -> {
            if (exchange().isDisconnected()) {
                returnJob(job);
            } else {
                answer.accept(job);
            }
        }));
    }

    private void returnJob(LeasedJob job) {
        exchange().loopBridge().toNode(new LoopBridge.NodeTask() {
            @Override
            public void run(Requests node) {
                node.giveBack(List.of(job));
            }

            @Override
            public void failed() {}
        });
    }

    @Override
    public void timedOut() {
        onHttpLoop(whenNone);
    }

    @Override
    public void decided() {}

    /** Called on the HTTP loop when the client has disconnected. */
    void clientDisconnected() {
        exchange().release();
        exchange().loopBridge().toNode(new LoopBridge.NodeTask() {
            @Override
            public void run(Requests node) {
                cancelled = true;
                if (waitHandle != null) {
                    waitHandle.cancel();
                }
            }

            @Override
            public void failed() {}
        });
    }
}
