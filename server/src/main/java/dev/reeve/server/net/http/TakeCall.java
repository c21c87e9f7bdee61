package dev.reeve.server.net.http;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.Acquired;
import dev.reeve.server.node.Node;
import dev.reeve.server.node.Parked;
import dev.reeve.server.node.WaitCompletion;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes one job. A job that its client has not waited for goes back to its place as if nobody had taken it. */
final class TakeCall extends Call<List<Acquired>> implements WaitCompletion<List<Acquired>> {
    private final Acquire command;
    private final long waitMicros;
    private final Consumer<Acquired> answer;
    private final Runnable nothing;
    private @Nullable Parked parked;
    private boolean gone;

    TakeCall(Exchange exchange, Acquire command, long waitMicros, Consumer<Acquired> answer, Runnable nothing) {
        super(exchange, Standard::refusal, jobs -> answer.accept(jobs.get(0)));
        this.command = command;
        this.waitMicros = waitMicros;
        this.answer = answer;
        this.nothing = nothing;
    }

    @Override
    void start(Node node) {
        if (!gone) {
            parked = node.acquire(command, waitMicros, this);
        }
    }

    @Override
    public void reply(List<Acquired> jobs) {
        Acquired job = jobs.get(0);
        back(() -> exchange().whenRoom(job.payload().length, () -> {
            if (exchange().isGone()) {
                giveBack(job);
            } else {
                answer.accept(job);
            }
        }));
    }

    private void giveBack(Acquired job) {
        exchange().handover().toNode(new Handover.Errand() {
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
        exchange().handover().toNode(new Handover.Errand() {
            @Override
            public void run(Node node) {
                gone = true;
                if (parked != null) {
                    parked.cancel();
                }
            }

            @Override
            public void lost() {}
        });
    }
}
