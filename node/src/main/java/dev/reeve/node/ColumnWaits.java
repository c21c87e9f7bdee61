package dev.reeve.node;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Callers who wait for the columns of jobs that their commands name. What such a caller asks for meanwhile is done behind that; others pass.
 * Loop only.
 *
 * <p>Invariant: a caller who is here waits for a read, or what it asked for meanwhile is being done.
 */
final class ColumnWaits {
    private final Map<@Nullable Origin, Wait> waits = new HashMap<>();

    private static final class Wait {
        private final ArrayDeque<Runnable> behind = new ArrayDeque<>();
        private boolean reading;
    }

    boolean isEmpty() {
        return waits.isEmpty();
    }

    /** Has the task wait if its caller does. Returns whether it does. */
    boolean holds(@Nullable Origin caller, Runnable task) {
        Wait wait = waits.get(caller);
        if (wait != null) {
            wait.behind.add(task);
        }
        return wait != null;
    }

    /** The caller waits until {@link #ended}. */
    void begin(@Nullable Origin caller) {
        waits.computeIfAbsent(caller, of -> new Wait()).reading = true;
    }

    /** The caller waits no longer, unless one of the tasks begins another wait: then those behind it go on waiting. */
    void ended(@Nullable Origin caller) {
        Wait wait = waits.get(caller);
        if (wait == null) {
            throw new IllegalStateException("the caller does not wait");
        }
        wait.reading = false;
        Runnable task;
        while (!wait.reading && (task = wait.behind.poll()) != null) {
            task.run();
        }
        if (!wait.reading) {
            waits.remove(caller);
        }
    }
}
