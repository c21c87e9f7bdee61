package dev.reeve.server;

/** The server cannot start as it was called: a {@code --set} is invalid, or every door is off. */
public final class UsageException extends StartException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
