package dev.reeve.server.door.qless;

/**
 * What the door is told to keep to.
 *
 * @param allowFlush whether FLUSHDB and FLUSHALL empty the server, or are refused
 * @param mostPayloadBytes how long the data of a job may be
 * @param longestNameBytes how long the name of a queue, a job, a worker or a tag may be
 * @param subscriberUnsentBytes how much a subscriber may leave unread before it is cut off
 * @param allSubscriptionsBytes what the subscriptions of all clients may take together
 */
public record QlessSettings(
        boolean allowFlush,
        int mostPayloadBytes,
        int longestNameBytes,
        long subscriberUnsentBytes,
        long allSubscriptionsBytes) {
    public static final QlessSettings DEFAULTS =
            new QlessSettings(false, 1024 * 1024, 255, 8L * 1024 * 1024, 64L * 1024 * 1024);

    private static final int LEAST_WORD_BYTES = 1024 * 1024;
    private static final int BESIDES_BYTES = 4 * 1024 * 1024;

    /** Script texts and lists of tags are words too, so small payloads do not make for small words. */
    int longestWordBytes() {
        return Math.max(LEAST_WORD_BYTES, mostPayloadBytes);
    }

    long mostRequestBytes() {
        return (long) longestWordBytes() + BESIDES_BYTES;
    }
}
