package dev.reeve.bench.load;

/** The load could not be run; the message is one line for the user. */
public final class LoadException extends RuntimeException {
    public LoadException(String message) {
        super(message);
    }
}
