package dev.reeve.client;

/** Decides when jobs are added, for instance not before a transaction of the program has been committed. */
@FunctionalInterface
public interface AddTiming {
    /** Returns whether the jobs are added later, by what the argument offers. If not, they are added at once. */
    boolean isDeferred(PendingAdd add);
}
