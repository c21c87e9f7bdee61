package dev.reeve.server.crash;

/** A promise was broken. */
final class Violation extends AssertionError {
    Violation(String what) {
        super(what);
    }
}
