package dev.reeve.settings;

/** A byte limit from the settings, reduced if the heap is small. */
public final class HeapBoundedLimit {
    /** What the program takes of any heap, however small: its own objects, buffers that are kept, and regions that are not full. */
    public static final long OWN_BYTES = 16L * 1024 * 1024;

    private static final int HEAP_DIVISOR = 8;
    private static final int LEAST_DIVISOR = 4;
    /** More than the largest bulk request takes by default. */
    private static final int MOST_KEPT_BYTES = 32 << 20;

    private static final int KEPT_DIVISOR = 128;

    private HeapBoundedLimit() {}

    /** What the maximum heap has for data and clients. */
    public static long usableHeapBytes() {
        long all = Runtime.getRuntime().maxMemory();
        return Math.max(all / LEAST_DIVISOR, all - OWN_BYTES);
    }

    /**
     * How large a buffer may be that is kept for the next use: to allocate one of many megabytes takes longer than to fill it.
     *
     * @param least what is kept even if the heap is small
     */
    public static int keptBufferBytes(int least) {
        return (int) Math.max(least, Math.min(MOST_KEPT_BYTES, usableHeapBytes() / KEPT_DIVISOR));
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
