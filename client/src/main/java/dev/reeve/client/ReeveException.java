package dev.reeve.client;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request was refused, or the server was not reached. {@link #type} is the last part of the problem's address, such as {@code
 * job-not-found} or {@code stale-lease}. The client adds three of its own, with status 0: {@code unreachable}, {@code timeout}
 * and {@code interrupted}.
 */
public class ReeveException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public static final String UNREACHABLE = ProblemKind.UNREACHABLE.type();
    public static final String TIMEOUT = ProblemKind.TIMEOUT.type();
    public static final String INTERRUPTED = ProblemKind.INTERRUPTED.type();

    /**
     * What is wrong with a field of the request.
     *
     * @param pointer a JSON pointer into the body, or a question mark and the name of a parameter
     */
    public record FieldError(String pointer, String detail) implements Serializable {}

    private final String type;
    private final int status;
    private final ArrayList<FieldError> errors = new ArrayList<>();

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
        ReeveException exception = new ReeveException(
                type.isEmpty() ? "status-" + status : type,
                status,
                detail.isEmpty() ? problem.text("title") : detail,
                null);
        for (JsonObject error : problem.objects("errors")) {
            exception.errors.add(new FieldError(error.text("pointer"), error.text("detail")));
        }
        return exception;
    }

    public String type() {
        return type;
    }

    /** The same as a constant, for a switch. */
    public ProblemKind kind() {
        return ProblemKind.of(type);
    }

    /** The fields that are not valid, if the kind is {@link ProblemKind#INVALID}. */
    public List<FieldError> errors() {
        return List.copyOf(errors);
    }

    /** The HTTP status; 0 if there was no answer. */
    public int status() {
        return status;
    }

    public boolean isType(String name) {
        return type.equals(name);
    }
}
