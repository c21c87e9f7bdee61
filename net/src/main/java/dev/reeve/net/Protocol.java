package dev.reeve.net;

import dev.reeve.node.Requests;
import io.netty.buffer.ByteBuf;

/** Protocol state machine of one connection: decodes bytes and starts commands. Called on the loop only. */
public interface Protocol {
    /**
     * Decodes the next command and starts it, or makes progress towards that.
     *
     * @return false if no progress is possible before more input arrives
     */
    boolean advance(ByteBuf input);

    /**
     * Called once at the end of input, after all complete commands have been started, unless the session has ended. It
     * may reply to a command that is incomplete.
     */
    default void inputEnded() {}

    /**
     * The bytes that were taken from the input and buffered for an incomplete command. Called when {@link #advance} has
     * returned false. What is kept of complete commands is reported to {@link Session#keptBytes}.
     */
    long heldBytes();

    /** Whether the client waits for messages that it subscribed to, so that it is not idle. */
    default boolean awaitsPushes() {
        return false;
    }

    /** Called when the client has said who it is: the node as it reaches it from now on. */
    default void reaches(Requests node) {}

    /** Releases all buffers. Called when the connection is closed. */
    void closed();

    /** A door: creates the protocol instance of each connection. */
    interface Factory {
        /** The name of the door in log lines and metrics. */
        String name();

        Protocol open(Session session);

        /** The error that is sent to a client above the connection limit. */
        byte[] tooManyConnections();
    }
}
