package dev.reeve.server.crash;

/** A violated guarantee. */
final class Violation extends AssertionError {
    Violation(String what) {
        super(what);
    }
}
