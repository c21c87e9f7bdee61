package dev.reeve.testkit;

/** A violated guarantee. */
public final class Violation extends AssertionError {
    public Violation(String what) {
        super(what);
    }

    /** Throws one if a reply is not the expected one. */
    static void unless(String expected, String reply) {
        if (!reply.equals(expected)) {
            throw new Violation("expected <" + expected + ">, but got <" + reply + ">");
        }
    }
}
