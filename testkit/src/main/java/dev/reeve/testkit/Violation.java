package dev.reeve.testkit;

/** A violated guarantee. */
public final class Violation extends AssertionError {
    public Violation(String what) {
        super(what);
    }
}
