package dev.reeve.door.api;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What this door tells of the cluster that the server is part of, and asks of it. Safe from any thread, except where noted. */
public interface ClusterReport {
    /**
     * A node of the cluster.
     *
     * @param state what it last told of itself; null if it was not heard of
     */
    record Node(
            String name,
            String address,
            boolean leads,
            @Nullable State state) {}

    /**
     * What a node tells of itself.
     *
     * @param lag how many entries it is behind the furthest node
     * @param notReady why it cannot answer requests now; null if it can
     * @param silentMicros how long ago it told this
     * @param skewMicros how far its clock is ahead
     */
    record State(
            String version,
            long position,
            long lag,
            @Nullable String notReady,
            long silentMicros,
            long skewMicros) {}

    /** A change of the cluster. */
    enum Change {
        TRANSFER,
        JOIN,
        LEAVE
    }

    /** How a change ended. */
    enum End {
        DONE,
        /** It goes on. */
        GOES_ON,
        NO_SUCH_NODE,
        REFUSED,
        NO_LEADER
    }

    /**
     * The end of a change.
     *
     * @param detail why it was refused; if it is done, what should be done next, or empty
     */
    record Result(End end, String detail) {}

    /** The term of the leader. */
    long term();

    List<Node> nodes();

    /** What an operator should do about the number of nodes; null if nothing. */
    @Nullable
    String advice();

    /**
     * Has the cluster changed. Loop of the node only; the result comes there.
     *
     * @param host of a node that is to join, with its port
     */
    void change(Change change, String node, String host, int port, Consumer<Result> done);
}
