package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/**
 * A request was refused, or the server was not reached. {@link #type} is the last part of the problem's address, such as {@code
 * job-not-found} or {@code stale-lease}. The client adds three of its own, with status 0: {@code unreachable}, {@code timeout}
 * and {@code interrupted}.
 */
public class ReeveException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public static final String UNREACHABLE = "unreachable";
    public static final String TIMEOUT = "timeout";
    public static final String INTERRUPTED = "interrupted";

    private final String type;
    private final int status;

    ReeveException(String type, int status, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.type = type;
        this.status = status;
    }

    /** Reads a problem document, or makes one of the status if the body is none. */
    static ReeveException of(int status, byte[] body) {
        JsonObject problem;
        try {
            problem = JsonObject.read(body);
        } catch (IllegalArgumentException e) {
            return new ReeveException("status-" + status, status, "the server answered with status " + status, e);
        }
        return of(status, problem);
    }

    static ReeveException of(int status, JsonObject problem) {
        String path = problem.text("type");
        String type = path.substring(path.lastIndexOf('/') + 1);
        String detail = problem.text("detail");
        return new ReeveException(
                type.isEmpty() ? "status-" + status : type,
                status,
                detail.isEmpty() ? problem.text("title") : detail,
                null);
    }

    public String type() {
        return type;
    }

    /** The HTTP status; 0 if there was no answer. */
    public int status() {
        return status;
    }

    public boolean isType(String name) {
        return type.equals(name);
    }
}
