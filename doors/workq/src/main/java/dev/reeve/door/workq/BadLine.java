package dev.reeve.door.workq;

/** A request line that cannot be executed. Thrown while the line is parsed, and caught within the door. */
final class BadLine extends Exception {
    private static final long serialVersionUID = 1L;

    private final ClientError error;

    BadLine(ClientError error) {
        // No stack trace: clients may send many bad lines, and the position in the parser is not of interest.
        super(error.name(), null, false, false);
        this.error = error;
    }

    ClientError error() {
        return error;
    }
}
