package dev.reeve.net.http;

import dev.reeve.engine.Rejection;
import dev.reeve.net.RefusalKind;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Error response: a {@link Problem}, of which most protocols show the status and the text only. */
public final class HttpError extends Exception {
    private static final long serialVersionUID = 1;
    /** After this time there usually is a leader again. */
    private static final int ELECTION_SECONDS = 1;

    private final transient Problem problem;
    private final transient @Nullable Header header;

    /** A response header that belongs to an error. */
    record Header(CharSequence name, String value) {}

    public HttpError(int status, String text) {
        this(ProblemType.ofStatus(status), status, text, null);
    }

    HttpError(Problem problem) {
        this(problem, problem.type().equals(ProblemType.NO_LEADER) ? retryAfter(ELECTION_SECONDS) : null);
    }

    private HttpError(ProblemType type, int status, String text, @Nullable Header header) {
        this(new Problem(type, status, text, Map.of(), List.of()), header);
    }

    private HttpError(Problem problem, @Nullable Header header) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
        this.header = header;
    }

    public static HttpError badRequest(String text) {
        return new HttpError(400, text);
    }

    static HttpError hostNotAllowed() {
        return ProblemType.CROSS_SITE
                .of("The host is neither an address nor localhost nor in http.hosts")
                .error();
    }

    static HttpError methodNotAllowed(String allowedMethods) {
        return new HttpError(
                ProblemType.METHOD, 405, "Method not allowed", new Header(HttpHeaderNames.ALLOW, allowedMethods));
    }

    static HttpError contentEncoding() {
        return new HttpError(
                ProblemType.MEDIA_TYPE,
                415,
                "The body must have no Content-Encoding",
                new Header(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY.toString()));
    }

    /** There are as many of something as there may be. */
    public static HttpError tooMany(String text, int retryAfterSeconds) {
        return new HttpError(ProblemType.TOO_MANY, 429, text, retryAfter(retryAfterSeconds));
    }

    private static Header retryAfter(int seconds) {
        return new Header(HttpHeaderNames.RETRY_AFTER, Integer.toString(seconds));
    }

    static HttpError outcomeUnknown() {
        return ProblemType.OUTCOME_UNKNOWN
                .of("The server is stopping; whether this was done is not known")
                .error();
    }

    /** The error for rejections that do not depend on the kind of request. */
    public static HttpError of(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> new HttpError(507, "Out of memory: the room for jobs is used up");
            case OUT_OF_DISK -> ProblemType.OUT_OF_DISK.of("Out of disk space").error();
            case JOURNAL_FAULT -> new HttpError(503, "The journal cannot be extended");
            case NO_LEADER ->
                ProblemType.NO_LEADER.of("The cluster has no leader").error();
            case OLDER_NODES ->
                ProblemType.OLDER_NODES
                        .of("Not all nodes of the cluster have this version yet")
                        .error();
            case NOT_ALLOWED -> new HttpError(403, "Not allowed");
            case JOB_NOT_FOUND, QUEUE_NOT_FOUND, SCHEDULE_NOT_FOUND, BATCH_NOT_FOUND, WEBHOOK_NOT_FOUND ->
                new HttpError(404, "Not found");
            case JOB_EXISTS,
                    KEY_TAKEN,
                    ALREADY_ENDED,
                    NOT_LEASED,
                    STALE_LEASE,
                    INVALID_TRANSITION,
                    OTHER_QUEUE,
                    NOT_DEPENDING,
                    HAS_DEPENDENTS,
                    LIMIT_REACHED,
                    EXPIRES_BEFORE_DUE,
                    UNKNOWN_DEPENDENCY,
                    DEPENDENCY_CYCLE,
                    BATCH_EXISTS,
                    BATCH_CLOSED,
                    BATCH_FULL,
                    TOO_MANY_BATCHES -> new HttpError(409, "Refused: " + why);
        };
    }

    public Problem problem() {
        return problem;
    }

    public int status() {
        return problem.status();
    }

    public String text() {
        return problem.detail();
    }

    /** The kind under which operators see the error; null if they need not see it. */
    @Nullable
    RefusalKind kind() {
        return switch (status()) {
            case 400, 408, 414, 415, 417, 431, 501 -> RefusalKind.MALFORMED;
            case 403 -> problem.type().equals(ProblemType.CROSS_SITE) ? RefusalKind.FOREIGN : null;
            case 405 -> RefusalKind.UNKNOWN;
            case 413 -> RefusalKind.TOO_LARGE;
            case 422 -> problem.type().equals(ProblemType.INVALID) ? RefusalKind.MALFORMED : null;
            default -> null;
        };
    }

    @Nullable
    Header header() {
        return header;
    }
}
