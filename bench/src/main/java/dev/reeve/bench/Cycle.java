package dev.reeve.bench;

/** A client that has jobs done, so many at a time. */
interface Cycle extends AutoCloseable {
    /** Adds, takes and finishes jobs; the reply is how many. */
    int turn() throws Exception;

    @Override
    void close() throws Exception;
}
