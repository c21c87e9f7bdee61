package dev.reeve.server.node;

/** The one thread that owns the engine. */
public interface Loop {
    boolean inLoop();

    /** Runs the task on the loop after the work at hand; safe from any thread. */
    void execute(Runnable task);

    /** Runs the task on the loop after the delay, unless it is cancelled before. */
    Alarm schedule(Runnable task, long delayMicros);

    interface Alarm {
        void cancel();
    }
}
