package dev.reeve.door.qless;

/**
 * The settings of the qless door.
 *
 * @param allowFlush whether FLUSHDB and FLUSHALL are allowed; they delete all data of the server
 * @param mostPayloadBytes the maximum length of a job's data
 * @param longestNameBytes the maximum length of the name of a queue, a job, a worker or a tag
 * @param subscriberUnsentBytes the number of unsent bytes above which a subscriber is disconnected
 * @param allSubscriptionsBytes the memory budget for the subscriptions of all clients together
 */
public record QlessSettings(
        boolean allowFlush,
        int mostPayloadBytes,
        int longestNameBytes,
        long subscriberUnsentBytes,
        long allSubscriptionsBytes) {
    public static final QlessSettings DEFAULTS =
            new QlessSettings(false, 1024 * 1024, 255, 8L * 1024 * 1024, 64L * 1024 * 1024);

    private static final int MIN_LONGEST_WORD_BYTES = 1024 * 1024;
    private static final int REQUEST_OVERHEAD_BYTES = 4 * 1024 * 1024;

    /** The maximum length of one argument. It has a minimum, because script texts and lists of tags are arguments too. */
    int longestWordBytes() {
        return Math.max(MIN_LONGEST_WORD_BYTES, mostPayloadBytes);
    }

    long mostRequestBytes() {
        return (long) longestWordBytes() + REQUEST_OVERHEAD_BYTES;
    }
}
