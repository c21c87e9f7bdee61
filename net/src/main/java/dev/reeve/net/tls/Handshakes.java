package dev.reeve.net.tls;

import io.netty.channel.Channel;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * The unfinished handshakes of all doors, oldest first. When there are too many, the oldest one ends: a client that means it has
 * finished its handshake by then. So clients that never finish theirs keep nobody out. Any thread.
 */
public final class Handshakes {
    private static final int MOST = 1_000;
    /** So many are allowed even if no further connection is: a client has to finish its handshake to read the error. */
    private static final int LEAST = 64;

    private final Map<Channel, Runnable> unfinished = new LinkedHashMap<>();
    private volatile IntSupplier freeConnections = () -> MOST;

    Handshakes() {}

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
            unfinished.put(connection, abandon);
            Iterator<Runnable> oldest = unfinished.values().iterator();
            while (unfinished.size() > most) {
                Runnable ended = oldest.next();
                oldest.remove();
                ended.run();
            }
        }
    }

    /** Removes a handshake that is finished or has failed. */
    public void ended(Channel connection) {
        synchronized (unfinished) {
            unfinished.remove(connection);
        }
    }

    /** The number of unfinished handshakes. */
    public int count() {
        synchronized (unfinished) {
            return unfinished.size();
        }
    }
}
