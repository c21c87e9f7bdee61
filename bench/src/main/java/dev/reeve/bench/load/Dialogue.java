package dev.reeve.bench.load;

/**
 * The client side of a protocol for one connection: encodes the request of each step and checks its reply. A method that decodes a
 * reply returns false while the reply is incomplete, and is called again with the reply from its start.
 */
interface Dialogue {
    /** Writes the handshake; returns false if the protocol has none. */
    default boolean greet(Outgoing out) {
        return false;
    }

    void add(Outgoing out);

    void take(Outgoing out);

    /** Finishes the job that {@link #taken} decoded last. */
    void finish(Outgoing out);

    default boolean greeted(Incoming in) {
        return true;
    }

    boolean added(Incoming in);

    boolean taken(Incoming in);

    boolean finished(Incoming in);
}
