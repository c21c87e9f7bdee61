package dev.reeve.server;

/** Limits in bytes that are meant for a machine of the usual size, and made to fit a small heap. */
final class HeapBoundedLimit {
    private static final int SHARES = 8;

    private HeapBoundedLimit() {}

    /** The setting, but an eighth of the largest heap at most. */
    static long of(long bytes) {
        return of(bytes, 0);
    }

    /** The same, but never less than that: room for one of the largest things that have to fit in. */
    static long of(long bytes, long least) {
        return Math.max(least, Math.min(bytes, Runtime.getRuntime().maxMemory() / SHARES));
    }
}
