package dev.reeve.settings;

/** A byte limit from the settings, reduced if the heap is small. */
public final class HeapBoundedLimit {
    /** What the program takes of any heap, however small: its own objects, buffers that are kept, and regions that are not full. */
    public static final long OWN_BYTES = 16L * 1024 * 1024;

    private static final int HEAP_DIVISOR = 8;
    private static final int LEAST_DIVISOR = 4;

    private HeapBoundedLimit() {}

    /** What the maximum heap has for data and clients. */
    public static long usableHeapBytes() {
        long all = Runtime.getRuntime().maxMemory();
        return Math.max(all / LEAST_DIVISOR, all - OWN_BYTES);
    }

    /** The setting, but at most an eighth of the usable heap. */
    public static long of(long bytes) {
        return Math.min(bytes, usableHeapBytes() / HEAP_DIVISOR);
    }

    /** As {@link #of(long)}, but at least {@code min}: the size of the largest single item that has to fit. */
    public static long of(long bytes, long min) {
        return Math.max(min, of(bytes));
    }
}
