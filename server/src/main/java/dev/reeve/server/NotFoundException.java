package dev.reeve.server;

/** What a command was to work on does not exist, such as a context or a token. */
public final class NotFoundException extends StartException {
    private static final long serialVersionUID = 1;

    public NotFoundException(String message) {
        super(message);
    }
}
