package dev.reeve.net;

/**
 * Resource limits of the connections of all TCP doors.
 *
 * @param connections the largest number of connections, over all doors
 * @param sessionInputBytes received bytes not executed yet, per connection, without the payload being read
 * @param sessionUnsentBytes unsent bytes of replies above which a connection is not read
 * @param sessionReplies pending replies above which a connection executes no further command
 * @param patienceMillis the stall timeout: a connection that contributes to an exceeded total of the {@link MemoryBudget} is disconnected after
 * this time without progress
 */
public record NetLimits(
        int connections, int sessionInputBytes, long sessionUnsentBytes, int sessionReplies, long patienceMillis) {
    public static final NetLimits DEFAULTS = new NetLimits(10_000, 64 * 1024, 1024 * 1024, 256, 10_000);
}
