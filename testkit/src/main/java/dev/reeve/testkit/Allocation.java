package dev.reeve.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Checks that decoders allocate in proportion to the received bytes, not to announced lengths. */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /** A repeatable task. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Runs the task, and throws an AssertionError if it allocates more than this per byte, plus a constant. */
    public static void check(byte[] input, long besides, long bytesPerByte, Work work) throws Exception {
        long limit = besides + bytesPerByte * input.length;
        // The first run may load classes.
        if (allocatedBy(work) > limit) {
            long allocated = allocatedBy(work);
            if (allocated > limit) {
                throw new AssertionError(input.length + " bytes had " + allocated + " bytes allocated, above " + limit);
            }
        }
    }

    private static long allocatedBy(Work work) throws Exception {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
