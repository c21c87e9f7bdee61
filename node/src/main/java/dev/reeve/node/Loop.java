package dev.reeve.node;

/** The event loop: the one thread that owns the engine. */
public interface Loop {
    boolean inLoop();

    /** Runs the task on the loop after the current task. Safe from any thread. */
    void execute(Runnable task);

    /** Runs the task on the loop after the delay, unless it is cancelled first. */
    Alarm schedule(Runnable task, long delayMicros);

    interface Alarm {
        void cancel();
    }
}
