package dev.reeve.bench.load;

/**
 * One connection's side of a protocol: how each step is asked for, and whether the reply is the right one. What reads a
 * reply answers false as long as the reply is not all there, and is then called again with the reply from its beginning.
 */
interface Dialogue {
    /** Writes what has to be said before the first job; false if there is nothing to say. */
    default boolean greet(Outgoing out) {
        return false;
    }

    void add(Outgoing out);

    void take(Outgoing out);

    /** Finishes the job that {@link #taken} has read last. */
    void finish(Outgoing out);

    default boolean greeted(Incoming in) {
        return true;
    }

    boolean added(Incoming in);

    boolean taken(Incoming in);

    boolean finished(Incoming in);
}
