package dev.reeve.server.net;

/**
 * What connections may take of the machine.
 *
 * @param connections how many there may be over all doors
 * @param sessionInputBytes received and not executed yet, a connection, without the payload being read
 * @param sessionUnsentBytes replies not sent yet past which a connection is not read
 * @param sessionReplies commands without a reply past which a connection executes no more
 * @param allInputBytes received and not executed yet, over all connections, payloads included
 * @param allUnsentBytes replies not sent yet, over all connections
 * @param patienceMillis how long a connection may hold some of a total that is exceeded without making progress
 */
public record NetLimits(
        int connections,
        int sessionInputBytes,
        long sessionUnsentBytes,
        int sessionReplies,
        long allInputBytes,
        long allUnsentBytes,
        long patienceMillis) {
    public static final NetLimits DEFAULTS =
            new NetLimits(10_000, 64 * 1024, 1024 * 1024, 256, 256L * 1024 * 1024, 256L * 1024 * 1024, 10_000);
}
