package dev.reeve.testkit;

/** A server that opens doors, as the clients of a test see it: whether it is a process of its own makes no difference to them. */
public interface DoorPorts extends AutoCloseable {
    /** Waits until the server is ready, and returns the port of this door. */
    int awaitReady(String door) throws InterruptedException;

    @Override
    void close();
}
