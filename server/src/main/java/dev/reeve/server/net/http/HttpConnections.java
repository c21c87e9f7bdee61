package dev.reeve.server.net.http;

import dev.reeve.server.tally.DoorTally;
import io.vertx.core.http.HttpConnection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Who is connected. Those beyond the limit are told so when they ask for something. On the HTTP loop. */
final class HttpConnections {
    /** How many wait to be told so at a time. */
    private static final int MOST_TURNED_AWAY = 1000;

    private final int most;
    private final @Nullable DoorTally tally;
    private final Set<HttpConnection> tooMany = new HashSet<>();
    private volatile IntSupplier others = () -> 0;
    private volatile int count;

    /** @param tally where they are counted besides; null if they are not */
    HttpConnections(int most, @Nullable DoorTally tally) {
        this.most = most;
        this.tally = tally;
    }

    /** Counts those of another listener against the same limit. Any thread. */
    void countAlso(IntSupplier otherConnections) {
        others = otherConnections;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the HTTP loop writes it.
    void enter(HttpConnection connection) {
        count++;
        connection.closeHandler(closed -> leave(connection));
        if (tally != null) {
            tally.connected();
        }
        if (count + others.getAsInt() > most) {
            tooMany.add(connection);
            if (tooMany.size() > MOST_TURNED_AWAY) {
                connection.close();
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void leave(HttpConnection connection) {
        count--;
        if (tally != null) {
            tally.disconnected();
        }
        tooMany.remove(connection);
    }

    boolean isOneTooMany(HttpConnection connection) {
        return !tooMany.isEmpty() && tooMany.contains(connection);
    }

    int count() {
        return count;
    }
}
