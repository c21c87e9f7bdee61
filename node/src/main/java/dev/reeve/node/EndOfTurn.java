package dev.reeve.node;

/** The task at the end of a loop turn. It runs once, after all tasks that the loop has queued when it is scheduled. */
final class EndOfTurn {
    private final Loop loop;
    private final Runnable task;
    private boolean scheduled;

    EndOfTurn(Loop loop, Runnable task) {
        this.loop = loop;
        this.task = task;
    }

    /** Schedules the task unless it is scheduled already. */
    void schedule() {
        if (!scheduled) {
            scheduled = true;
            loop.execute(this::run);
        }
    }

    void run() {
        scheduled = false;
        task.run();
    }
}
