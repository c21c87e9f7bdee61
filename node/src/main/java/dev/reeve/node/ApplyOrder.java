package dev.reeve.node;

import dev.reeve.engine.Command;
import dev.reeve.engine.Engine;
import java.util.List;

/**
 * The order of all work of a node: its commands, and what has to run behind them. Every command that was appended ends, see
 * {@link CommandEnd}. Loop only.
 *
 * <p>{@link ApplyQueue} is the order of a single server. In a cluster the entries of other nodes come in between.
 */
public interface ApplyOrder {
    /** Makes the order of a node, whose engine it applies entries to. */
    @FunctionalInterface
    interface Source {
        ApplyOrder create(LiveEngine live);
    }

    /** Appends the command, behind everything that was handed in before. */
    <R> void append(Command<R> command, CommandEnd<R> end);

    /** Appends the command with the time of the last entry, if this node gives the time, so that no deadline is fired before it. */
    default <R> void appendBeforeDeadlines(Command<R> command, CommandEnd<R> end) {
        append(command, end);
    }

    /** Runs the task when the state contains all that a caller who asks now has to see. */
    void enqueue(Runnable task);

    /** Whether other nodes have to be asked before an enqueued task may run. */
    default boolean asksOthers() {
        return false;
    }

    /**
     * The same for a caller who does not wait for as long as it takes.
     *
     * @param refused runs instead of the task if the wait is given up
     */
    void enqueue(Runnable task, Runnable refused);

    /** Runs the task before all other steps, at the next {@link #runSteps}. */
    void enqueueFirst(Runnable task);

    /** Runs every step that may run. */
    void runSteps();

    /** Whether this node fires deadlines and schedules by itself. */
    boolean ticks();

    /** Whether an entry is pending that advances the time of the engine up to this deadline. */
    boolean passes(long deadlineMicros);

    /** Whether no step is pending. */
    boolean isEmpty();

    /** Whether no step is pending and the state contains no discarded entry. */
    boolean isSettled();

    /** The last position that was appended. */
    long lastAppended();

    /** What the commands that are not applied yet may add to the live data. */
    long pendingGrowthBytes();

    /** The number of commands of callers, and of replaced engines. */
    long changes();

    /**
     * Removes the entries from this position on, which will never commit. Work that came after them stays. If one of them
     * was applied, no step runs until the engine is replaced.
     *
     * @return the callbacks for those who wait for a removed entry; they may submit new work
     */
    List<Runnable> discardFrom(long position);

    /**
     * Replaces the engine by one that contains all entries up to the position. Commands up to there that were not applied
     * here are removed; all other steps run on the new engine.
     *
     * @return the callbacks for those who wait for a removed command; they may submit new work
     */
    List<Runnable> replaceEngine(Engine replacement, long position);
}
