package dev.reeve.net.http;

import dev.reeve.net.NettyLoop;
import dev.reeve.node.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Batching hand-over between the HTTP loop and the loop of the node. A thread switch costs more than a request, so all
 * tasks that one turn of a loop has for the other loop are passed in one batch. An exception in one task does not
 * affect the others.
 */
public final class LoopBridge {
    private static final Logger log = LoggerFactory.getLogger(LoopBridge.class);

    private final Requests node;
    private final Executor http;
    private final HttpTimer timer;
    private List<NodeTask> toNode = new ArrayList<>();
    private List<Runnable> toHttp = new ArrayList<>();
    private volatile long taken;

    /**
     * Creates a bridge.
     *
     * @param http the HTTP loop
     * @param timer the HTTP loop, later
     */
    LoopBridge(Requests node, Executor http, HttpTimer timer) {
        this.node = node;
        this.http = http;
        this.timer = timer;
    }

    /** Runs tasks on the HTTP loop later. */
    interface HttpTimer {
        /** Runs the task when other connections had their turn, and so many nanoseconds have passed. */
        void run(Runnable task, long afterNanos);
    }

    /** A task for the loop of the node. */
    public interface NodeTask {
        void run(Requests node);

        /**
         * Called on the HTTP loop if the task cannot be executed: the loop of the node has ended, or the task threw an
         * exception.
         */
        default void failed() {}
    }

    /** The node, whoever asks. */
    public Requests node() {
        return node;
    }

    /** The number of requests that have reached the node. Any thread. */
    public long taken() {
        return taken;
    }

    /** Queues a task for the node. Called on the HTTP loop. */
    public void toNode(NodeTask task) {
        if (toNode.isEmpty()) {
            http.execute(this::send);
        }
        toNode.add(task);
    }

    private void send() {
        List<NodeTask> batch = toNode;
        toNode = new ArrayList<>();
        try {
            node.loop().execute(() -> run(batch, 0));
        } catch (RejectedExecutionException e) {
            batch.forEach(NodeTask::failed);
        }
    }

    /**
     * Backpressure: the rest of the batch waits while the node is congested. Its clients wait too, because a connection
     * has at most one request in progress. The rest also waits when the batch has taken as long as a turn of a session.
     */
    private void run(List<NodeTask> batch, int from) {
        long beganNanos = System.nanoTime();
        for (int i = from; i < batch.size(); i++) {
            if (i > from && System.nanoTime() - beganNanos >= NettyLoop.TURN_NANOS) {
                int rest = i;
                node.loop().nextTurn(() -> run(batch, rest));
                return;
            }
            if (node.congested()) {
                int rest = i;
                node.whenRelieved(() -> run(batch, rest));
                return;
            }
            run(batch.get(i));
            countTaken();
        }
    }

    private void run(NodeTask task) {
        try {
            task.run(node);
        } catch (RuntimeException bug) {
            log.error("failed to pass a request to the node", bug);
            toHttp(task::failed);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the node's loop writes it.
    private void countTaken() {
        taken++;
    }

    /** Queues a task for the HTTP loop. Called on the loop of the node. */
    public void toHttp(Runnable task) {
        if (toHttp.isEmpty()) {
            node.loop().execute(this::deliver);
        }
        toHttp.add(task);
    }

    /** Runs a task on the HTTP loop without batching. Any thread. */
    void toHttpFromAnyThread(Runnable task) {
        http.execute(task);
    }

    /** Runs a task on the HTTP loop when other connections had their turn, and so many nanoseconds have passed. Called on the HTTP loop. */
    public void laterOnHttp(Runnable task, long afterNanos) {
        timer.run(task, afterNanos);
    }

    private void deliver() {
        List<Runnable> batch = toHttp;
        toHttp = new ArrayList<>();
        try {
            http.execute(() -> batch.forEach(LoopBridge::answer));
        } catch (RejectedExecutionException e) {
            // The HTTP loop has ended, so no client waits for an answer.
        }
    }

    private static void answer(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException bug) {
            log.error("failed to answer a request", bug);
        }
    }
}
