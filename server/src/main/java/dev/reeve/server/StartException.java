package dev.reeve.server;

/** The server cannot start, for a reason that the operator can fix. The message is a single line with the reason. */
public class StartException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StartException(String message) {
        super(message.replaceAll("\\s*[\\r\\n]+\\s*", " "));
    }

    @Override
    public final String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
