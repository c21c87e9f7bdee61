package dev.reeve.server.net.http;

import dev.reeve.server.node.Node;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries requests to the node's loop and answers back to the HTTP loop. A change of threads costs more than a request, so
 * all that one turn of a loop has for the other goes over in one. A bug in one of them is a matter of its own client.
 */
public final class LoopBridge {
    private static final Logger log = LoggerFactory.getLogger(LoopBridge.class);

    private final Node node;
    private final Context context;
    private List<Errand> toNode = new ArrayList<>();
    private List<Runnable> toHttp = new ArrayList<>();
    private volatile long taken;

    LoopBridge(Node node, Context context) {
        this.node = node;
        this.context = context;
    }

    /** Something to be done on the node's loop. */
    interface Errand {
        void run(Node node);

        /** It cannot be done: the node's loop has ended, or there is a bug. On the HTTP loop. */
        void lost();
    }

    /** How many requests have reached the node. Any thread. */
    public long taken() {
        return taken;
    }

    /** On the HTTP loop. */
    void toNode(Errand errand) {
        if (toNode.isEmpty()) {
            context.runOnContext(nothing -> send());
        }
        toNode.add(errand);
    }

    private void send() {
        List<Errand> batch = toNode;
        toNode = new ArrayList<>();
        try {
            node.loop().execute(() -> run(batch, 0));
        } catch (RejectedExecutionException e) {
            batch.forEach(Errand::lost);
        }
    }

    /** What would be too much for the disk waits here, and with it whoever sent it: no connection has two requests out. */
    private void run(List<Errand> batch, int from) {
        for (int i = from; i < batch.size(); i++) {
            if (node.congested()) {
                int rest = i;
                node.whenRelieved(() -> run(batch, rest));
                return;
            }
            run(batch.get(i));
            countTaken();
        }
    }

    private void run(Errand errand) {
        try {
            errand.run(node);
        } catch (RuntimeException bug) {
            log.error("a request could not be handed to the node", bug);
            toHttp(errand::lost);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the node's loop writes it.
    private void countTaken() {
        taken++;
    }

    /** On the node's loop. */
    void toHttp(Runnable task) {
        if (toHttp.isEmpty()) {
            node.loop().execute(this::deliver);
        }
        toHttp.add(task);
    }

    /** From any thread that is no loop, and so has nothing to share a change of threads with. */
    void toHttpFromElsewhere(Runnable task) {
        context.runOnContext(nothing -> task.run());
    }

    private void deliver() {
        List<Runnable> batch = toHttp;
        toHttp = new ArrayList<>();
        context.runOnContext(nothing -> batch.forEach(LoopBridge::answer));
    }

    private static void answer(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException bug) {
            log.error("a request could not be answered", bug);
        }
    }
}
