package dev.reeve.engine.format;

/** Bytes of a journal or snapshot that passed their checksum do not say what this version can read. */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public FormatException(String message) {
        super(message);
    }
}
