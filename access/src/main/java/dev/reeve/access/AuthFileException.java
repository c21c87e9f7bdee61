package dev.reeve.access;

/** The auth file cannot be used. The message is one line with the place and the reason. */
public final class AuthFileException extends Exception {
    private static final long serialVersionUID = 1;

    AuthFileException(String message) {
        super(message.replaceAll("\\s*[\\r\\n]+\\s*", " "), null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
