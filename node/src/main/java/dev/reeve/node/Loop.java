package dev.reeve.node;

/** The event loop: the one thread that owns the engine. */
public interface Loop {
    boolean inLoop();

    /** Runs the task on the loop after the current task. Safe from any thread. */
    void execute(Runnable task);

    /** Runs the task on the loop after the delay, unless it is cancelled first. */
    Alarm schedule(Runnable task, long delayMicros);

    /**
     * Runs the task after the loop has polled for input once more: {@link #execute} may run many tasks before that. Loop
     * only.
     */
    default void nextTurn(Runnable task) {
        schedule(task, 1);
    }

    interface Alarm {
        void cancel();
    }
}
