package dev.reeve.engine.format;

/** Thrown for bytes of a journal or snapshot that have a valid checksum but cannot be decoded by this version. */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public FormatException(String message) {
        super(message);
    }
}
