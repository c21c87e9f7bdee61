package dev.reeve.server.net.http;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.server.node.Node;
import dev.reeve.server.node.WaitCompletion;
import dev.reeve.server.node.WaitHandle;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes one job. A job that its client has not waited for goes back to its place as if nobody had taken it. */
final class AcquireCall extends HttpCall<List<LeasedJob>> implements WaitCompletion<List<LeasedJob>> {
    private final Acquire command;
    private final long waitMicros;
    private final Consumer<LeasedJob> answer;
    private final Runnable nothing;
    private @Nullable WaitHandle waitHandle;
    private boolean gone;

    AcquireCall(Exchange exchange, Acquire command, long waitMicros, Consumer<LeasedJob> answer, Runnable nothing) {
        super(exchange, CommonResponses::refused, jobs -> answer.accept(jobs.get(0)));
        this.command = command;
        this.waitMicros = waitMicros;
        this.answer = answer;
        this.nothing = nothing;
    }

    @Override
    void start(Node node) {
        if (!gone) {
            waitHandle = node.acquire(command, waitMicros, this);
        }
    }

    @Override
    public void reply(List<LeasedJob> jobs) {
        LeasedJob job = jobs.get(0);
        back(() -> exchange().whenRoom(job.payload().length, () -> {
            if (exchange().isGone()) {
                giveBack(job);
            } else {
                answer.accept(job);
            }
        }));
    }

    private void giveBack(LeasedJob job) {
        exchange().loopBridge().toNode(new LoopBridge.Errand() {
            @Override
            public void run(Node node) {
                node.giveBack(List.of(job));
            }

            @Override
            public void lost() {}
        });
    }

    @Override
    public void timedOut() {
        back(nothing);
    }

    @Override
    public void decided() {}

    /** On the HTTP loop. */
    void clientGone() {
        exchange().release();
        exchange().loopBridge().toNode(new LoopBridge.Errand() {
            @Override
            public void run(Node node) {
                gone = true;
                if (waitHandle != null) {
                    waitHandle.cancel();
                }
            }

            @Override
            public void lost() {}
        });
    }
}
