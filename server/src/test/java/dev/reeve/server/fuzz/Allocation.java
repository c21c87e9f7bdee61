package dev.reeve.server.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Room that is taken because of some bytes has to go with how many they are, not with what they claim. */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /** Work that can be done again. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Does the work, and throws an AssertionError if it allocates more than that for each byte, and something besides. */
    public static void check(byte[] input, long besides, long bytesPerByte, Work work) throws Exception {
        long limit = besides + bytesPerByte * input.length;
        // The first time may load classes.
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
