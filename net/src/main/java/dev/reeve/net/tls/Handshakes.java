package dev.reeve.net.tls;

import io.netty.channel.Channel;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * The unfinished handshakes of all doors, oldest first. When there are too many, the oldest one ends: a client that means it has
 * finished its handshake by then. So clients that never finish theirs keep nobody out. Any thread.
 */
public final class Handshakes {
    private static final int MOST = 1_000;
    /** So many are allowed even if no further connection is: a client has to finish its handshake to read the error. */
    private static final int LEAST = 64;

    /** More than this many clients that keep silent are a flood. */
    private static final int MOST_SILENT = 64;
    /** A client that means it goes on within this time, unless the server is late. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<Channel, Unfinished> unfinished = new LinkedHashMap<>();
    private final LongSupplier nanoTime;
    private volatile IntSupplier freeConnections = () -> MOST;

    private record Unfinished(Runnable abandon, long begunNanos) {}

    Handshakes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Sets how many connections may be opened before their limit is reached. Unfinished handshakes are among them. */
    public void within(IntSupplier free) {
        freeConnections = free;
    }

    /**
     * Adds the handshake of a connection.
     *
     * @param abandon ends the handshake if there are too many; any thread may call it
     */
    public void begun(Channel connection, Runnable abandon) {
        int most = Math.max(LEAST, Math.min(MOST, freeConnections.getAsInt()));
        synchronized (unfinished) {
            unfinished.put(connection, new Unfinished(abandon, nanoTime.getAsLong()));
            Iterator<Unfinished> oldest = unfinished.values().iterator();
            while (unfinished.size() > most) {
                Unfinished ended = oldest.next();
                oldest.remove();
                ended.abandon.run();
            }
        }
    }

    /** Removes a handshake that is finished or has failed. */
    public void ended(Channel connection) {
        synchronized (unfinished) {
            unfinished.remove(connection);
        }
    }

    /** Whether many clients have begun a handshake and do not go on. */
    boolean isFlooded() {
        long silentSince = nanoTime.getAsLong() - SILENT_NANOS;
        synchronized (unfinished) {
            return unfinished.values().stream()
                            .limit(MOST_SILENT + 1)
                            .filter(handshake -> handshake.begunNanos - silentSince < 0)
                            .count()
                    > MOST_SILENT;
        }
    }

    /** The number of unfinished handshakes. */
    public int count() {
        synchronized (unfinished) {
            return unfinished.size();
        }
    }
}
