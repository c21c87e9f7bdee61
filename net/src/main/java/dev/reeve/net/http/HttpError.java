package dev.reeve.net.http;

import dev.reeve.engine.Rejection;
import dev.reeve.net.RefusalKind;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import org.jspecify.annotations.Nullable;

/** Error response: a status code and a text for the client. */
public final class HttpError extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String text;
    private final transient @Nullable Header header;

    /** A response header that belongs to an error. */
    record Header(CharSequence name, String value) {}

    public HttpError(int status, String text) {
        this(status, text, null);
    }

    private HttpError(int status, String text, @Nullable Header header) {
        super(text, null, false, false);
        this.status = status;
        this.text = text;
        this.header = header;
    }

    public static HttpError badRequest(String text) {
        return new HttpError(400, text);
    }

    static HttpError hostNotAllowed() {
        return new HttpError(403, "The host is neither an address nor localhost nor in http.hosts");
    }

    static HttpError methodNotAllowed(String allowedMethods) {
        return new HttpError(405, "Method not allowed", new Header(HttpHeaderNames.ALLOW, allowedMethods));
    }

    static HttpError contentEncoding() {
        return new HttpError(
                415,
                "The body must have no Content-Encoding",
                new Header(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY.toString()));
    }

    static HttpError outcomeUnknown() {
        return new HttpError(503, "The server is stopping; whether this was done is not known");
    }

    /** The error for rejections that do not depend on the kind of request. */
    public static HttpError of(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> new HttpError(507, "Out of memory: the room for jobs is used up");
            case OUT_OF_DISK -> new HttpError(507, "Out of disk space");
            case JOURNAL_FAULT -> new HttpError(503, "The journal cannot be extended");
            case NOT_ALLOWED -> new HttpError(403, "Not allowed");
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
            case 400, 408, 414, 415, 417, 431, 501 -> RefusalKind.MALFORMED;
            case 403 -> RefusalKind.FOREIGN;
            case 405 -> RefusalKind.UNKNOWN;
            case 413 -> RefusalKind.TOO_LARGE;
            default -> null;
        };
    }

    @Nullable
    Header header() {
        return header;
    }
}
