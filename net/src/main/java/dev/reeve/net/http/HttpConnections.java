package dev.reeve.net.http;

import dev.reeve.tally.DoorTally;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Set of the open HTTP connections. HTTP loop only, except where noted. */
final class HttpConnections {
    static final int CHECK_SECONDS = 5;
    /** How many connections above the limit may stay open until they have got the error. */
    private static final int MAX_REJECTED = 1000;

    private final int limit;
    private final @Nullable DoorTally tally;
    private final ChannelGroup open = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
    private volatile IntSupplier otherConnectionCount = () -> 0;
    private int overLimit;
    private int checks;

    /** @param tally the connection counters of the door; null if connections are not counted */
    HttpConnections(int limit, @Nullable DoorTally tally) {
        this.limit = limit;
        this.tally = tally;
    }

    /** Adds the connections of another listener to the count that the limit applies to. Any thread. */
    void countAlso(IntSupplier otherConnections) {
        otherConnectionCount = otherConnections;
    }

    /** Adds a connection. Returns false if it is above the limit. */
    boolean opened(HttpSession connection) {
        open.add(connection.channel());
        if (tally != null) {
            tally.connected();
        }
        if (open.size() + otherConnectionCount.getAsInt() <= limit) {
            return true;
        }
        overLimit++;
        if (overLimit > MAX_REJECTED) {
            connection.channel().close();
        }
        return false;
    }

    void closed(boolean wasOverLimit) {
        overLimit -= wasOverLimit ? 1 : 0;
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
