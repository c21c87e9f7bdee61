package dev.reeve.settings;

/** A byte limit from the settings, reduced if the heap is small. */
public final class HeapBoundedLimit {
    private static final int HEAP_DIVISOR = 8;

    private HeapBoundedLimit() {}

    /** The setting, but at most an eighth of the maximum heap. */
    public static long of(long bytes) {
        return Math.min(bytes, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);
    }

    /** As {@link #of(long)}, but at least {@code min}: the size of the largest single item that has to fit. */
    public static long of(long bytes, long min) {
        return Math.max(min, of(bytes));
    }
}
