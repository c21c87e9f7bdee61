package dev.reeve.net.http;

import dev.reeve.tally.DoorTally;
import io.vertx.core.http.HttpConnection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Set of the open HTTP connections. A connection above the limit gets an error as the response to its first request.
 * HTTP loop only.
 */
final class HttpConnections {
    /** How many connections above the limit may stay open until they have got the error. */
    private static final int MAX_REJECTED = 1000;

    private final int limit;
    private final @Nullable DoorTally tally;
    private final Set<HttpConnection> overLimit = new HashSet<>();
    private volatile IntSupplier otherConnectionCount = () -> 0;
    private volatile int count;

    /** @param tally the connection counters of the door; null if connections are not counted */
    HttpConnections(int limit, @Nullable DoorTally tally) {
        this.limit = limit;
        this.tally = tally;
    }

    /** Adds the connections of another listener to the count that the limit applies to. Any thread. */
    void countAlso(IntSupplier otherConnections) {
        otherConnectionCount = otherConnections;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the HTTP loop writes it.
    void opened(HttpConnection connection) {
        count++;
        connection.closeHandler(ignored -> closed(connection));
        if (tally != null) {
            tally.connected();
        }
        if (count + otherConnectionCount.getAsInt() > limit) {
            overLimit.add(connection);
            if (overLimit.size() > MAX_REJECTED) {
                connection.close();
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void closed(HttpConnection connection) {
        count--;
        if (tally != null) {
            tally.disconnected();
        }
        overLimit.remove(connection);
    }

    boolean isOverLimit(HttpConnection connection) {
        return !overLimit.isEmpty() && overLimit.contains(connection);
    }

    int count() {
        return count;
    }
}
