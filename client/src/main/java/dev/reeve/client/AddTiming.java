package dev.reeve.client;

/** Decides when jobs are added, for instance not before a transaction of the program has been committed. */
@FunctionalInterface
public interface AddTiming {
    /**
     * Returns whether the job is added later, by a call of the argument. If not, it is added at once.
     *
     * @param add throws a {@link ReeveException} if the job is refused
     */
    boolean isDeferred(Runnable add);
}
