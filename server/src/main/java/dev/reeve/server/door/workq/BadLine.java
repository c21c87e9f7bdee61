package dev.reeve.server.door.workq;

/** A line that cannot be executed. Thrown while it is read, never past the door. */
final class BadLine extends Exception {
    private static final long serialVersionUID = 1L;

    private final ClientError error;

    BadLine(ClientError error) {
        // Clients may send many of them, and where in the reading it happened interests nobody: no stack trace.
        super(error.name(), null, false, false);
        this.error = error;
    }

    ClientError error() {
        return error;
    }
}
