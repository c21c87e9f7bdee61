package dev.reeve.node;

import dev.reeve.settings.HeapBoundedLimit;

/** The data does not fit into the heap. Nothing was changed. */
public final class HeapTooSmallException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final long MEBIBYTE = 1024 * 1024;

    /** The share of a heap that live data takes at most, so that there is enough left to work. */
    private static final double SHARE = 0.6;

    HeapTooSmallException(long liveBytes) {
        super("the data needs a heap of about %d MiB; this JVM has %d MiB: start with a larger -Xmx"
                .formatted(
                        (long) Math.ceil((liveBytes / SHARE + HeapBoundedLimit.OWN_BYTES) / MEBIBYTE),
                        Runtime.getRuntime().maxMemory() / MEBIBYTE));
    }
}
