package dev.reeve.net.http;

import dev.reeve.engine.Rejection;
import dev.reeve.net.RefusalKind;
import org.jspecify.annotations.Nullable;

/** Error response: a status code and a text for the client. */
public final class HttpError extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String text;
    private final @Nullable String allowedMethods;

    public HttpError(int status, String text) {
        this(status, text, null);
    }

    private HttpError(int status, String text, @Nullable String allowedMethods) {
        super(text, null, false, false);
        this.status = status;
        this.text = text;
        this.allowedMethods = allowedMethods;
    }

    public static HttpError badRequest(String text) {
        return new HttpError(400, text);
    }

    static HttpError methodNotAllowed(String allowedMethods) {
        return new HttpError(405, "Method not allowed", allowedMethods);
    }

    static HttpError outcomeUnknown() {
        return new HttpError(503, "The server is stopping; whether this was done is not known");
    }

    /** The error for rejections that do not depend on the kind of request. */
    public static HttpError of(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> new HttpError(507, "Out of memory: the room for jobs is used up");
            case OUT_OF_DISK -> new HttpError(507, "Out of disk space");
            case JOB_NOT_FOUND, QUEUE_NOT_FOUND -> new HttpError(404, "Not found");
            case JOB_EXISTS,
                    ALREADY_ENDED,
                    NOT_LEASED,
                    STALE_LEASE,
                    INVALID_TRANSITION,
                    OTHER_QUEUE,
                    NOT_DEPENDING,
                    HAS_DEPENDENTS,
                    EXPIRES_BEFORE_DUE -> new HttpError(409, "Refused: " + why);
        };
    }

    public int status() {
        return status;
    }

    public String text() {
        return text;
    }

    /** The kind under which operators see the error; null if they need not see it. */
    @Nullable
    RefusalKind kind() {
        return switch (status) {
            case 400, 408, 414, 415, 431 -> RefusalKind.MALFORMED;
            case 405 -> RefusalKind.UNKNOWN;
            case 413 -> RefusalKind.TOO_LARGE;
            default -> null;
        };
    }

    /** The methods that the path has; null unless the method is what was wrong. */
    @Nullable
    String allowedMethods() {
        return allowedMethods;
    }
}
