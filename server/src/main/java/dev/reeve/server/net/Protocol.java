package dev.reeve.server.net;

import io.netty.buffer.ByteBuf;

/** A door's side of one connection: bytes in, commands started. Called on the loop only. */
public interface Protocol {
    /**
     * Takes the next command from the input and starts it, or does another step towards that.
     *
     * @return false if nothing more can be done before more input comes
     */
    boolean advance(ByteBuf input);

    /**
     * Nothing more comes: the last chance to say something of a command that is not complete. Called once, after all that
     * was complete has been started, unless the session has been ended.
     */
    default void inputEnded() {}

    /** How many bytes were taken from the input for a command that is not complete yet. */
    long heldBytes();

    /** The connection has gone: gives up what it holds. */
    void closed();

    /** What a door brings along. */
    interface Factory {
        /** The door's name, for log lines. */
        String name();

        Protocol open(Session session);

        /** What a client is told that comes when there are too many. */
        byte[] tooManyConnections();
    }
}
