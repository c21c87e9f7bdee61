package dev.reeve.net.http;

import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.RefusalKind;
import dev.reeve.tally.DoorTally;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Set of the open HTTP connections. HTTP loop only, except where noted. */
final class HttpConnections {
    static final int CHECK_SECONDS = 5;

    private final ConnectionQuota quota;
    private final @Nullable DoorTally tally;
    private final ChannelGroup open = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
    private final Set<HttpSession> refused = new LinkedHashSet<>();
    private int checks;

    /**
     * Creates the set.
     *
     * @param quota the number of connections, which HTTP shares with other listeners
     * @param tally the connection counters of the door; null if connections are not counted
     */
    HttpConnections(ConnectionQuota quota, @Nullable DoorTally tally) {
        this.quota = quota;
        this.tally = tally;
    }

    /**
     * Adds a connection. Returns the reason if it is above a limit. Such a connection stays open for one request, so that
     * monitoring is served. If too many of them are open, the oldest one that has not sent a request is closed.
     */
    @Nullable
    RefusalKind opened(HttpSession connection) {
        open.add(connection.channel());
        if (tally != null) {
            tally.connected();
        }
        RefusalKind why = quota.admit(connection.remoteAddress());
        if (why != null) {
            refused.add(connection);
            if (refused.size() > quota.maxRefused()) {
                replaceable(connection).channel().close();
            }
        }
        return why;
    }

    private HttpSession replaceable(HttpSession newest) {
        for (HttpSession connection : refused) {
            if (connection.isWithoutRequest() && !connection.isClosed()) {
                return connection;
            }
        }
        return newest;
    }

    void closed(HttpSession connection) {
        if (!refused.remove(connection)) {
            quota.release(connection.remoteAddress());
        }
        if (tally != null) {
            tally.disconnected();
        }
    }

    /** The number of open connections. Any thread. */
    int count() {
        return open.size();
    }

    /** The number of checks so far: a clock that costs nothing to read. */
    int checks() {
        return checks;
    }

    /** Closes connections that are idle or too slow. To be called every {@link #CHECK_SECONDS}. */
    void checkAges() {
        checks++;
        open.forEach(channel -> channel.pipeline().get(HttpSession.class).checkAge());
    }

    /** Closes all connections when they have sent what they have to send. */
    ChannelGroupFuture closeAll() {
        open.forEach(channel -> channel.pipeline().get(HttpSession.class).closeWhenSent());
        return open.newCloseFuture();
    }
}
