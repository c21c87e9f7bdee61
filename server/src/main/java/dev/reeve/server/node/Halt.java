package dev.reeve.server.node;

/** Ends the process: the node can no longer keep its promises. */
@FunctionalInterface
public interface Halt {
    void now(String why, Throwable cause);
}
