package dev.reeve.net;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks of one event loop for another one. All that a turn of the sender has for the receiver are handed over at once and in order: to
 * wake a thread takes longer than most tasks. An exception in one task does not affect the others.
 */
final class LoopMailbox {
    private static final Logger log = LoggerFactory.getLogger(LoopMailbox.class);

    private final Executor sender;
    private final Executor receiver;
    private List<Runnable> tasks = new ArrayList<>();

    LoopMailbox(Executor sender, Executor receiver) {
        this.sender = sender;
        this.receiver = receiver;
    }

    /** Called on the sender's thread. */
    void add(Runnable task) {
        if (tasks.isEmpty()) {
            sender.execute(this::send);
        }
        tasks.add(task);
    }

    private void send() {
        List<Runnable> batch = tasks;
        tasks = new ArrayList<>();
        try {
            receiver.execute(() -> batch.forEach(LoopMailbox::run));
        } catch (RejectedExecutionException e) {
            // The receiver has ended, and its connections with it.
            log.debug("{} tasks for a loop that has ended", batch.size());
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException bug) {
            log.error("failed to pass on what a connection did", bug);
        }
    }
}
