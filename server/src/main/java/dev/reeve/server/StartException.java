package dev.reeve.server;

/** The server cannot start for a reason its operator can see to. The message is one line and says which. */
public final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String line;

    public StartException(String message) {
        super(message.replaceAll("\\s*[\\r\\n]+\\s*", " "));
        this.line = String.valueOf(super.getMessage());
    }

    @Override
    public String getMessage() {
        return line;
    }
}
