package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler if another try would not help. The cause, if there is one, is reported as the job's error. */
public final class FailForGood extends RuntimeException {
    private static final long serialVersionUID = 1;

    public FailForGood(String message) {
        super(message);
    }

    public FailForGood(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
