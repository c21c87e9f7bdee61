package dev.reeve.net.http;

/**
 * A kind of error, as clients of the server's own interface see it (RFC 9457). These are the kinds that every request may
 * meet; a door adds those of its own.
 *
 * @param name the last part of the type's address, such as {@code too-large}
 * @param explanation what it means and what to do, for people
 */
public record ProblemType(String name, int status, String title, String explanation) {
    /** Where the explanations are served. */
    public static final String PATH = "/problems/";

    public static final ProblemType MALFORMED = new ProblemType(
            "malformed",
            400,
            "The request is malformed",
            "The request is not valid HTTP, or its body is not valid JSON. Sending it again unchanged does not help.");
    public static final ProblemType UNAUTHENTICATED = new ProblemType(
            "unauthenticated",
            401,
            "Who sends the request is not known",
            "The server asks who is there. Send `Authorization: Bearer TOKEN`, or a name and a password with Basic.");
    public static final ProblemType NOT_ALLOWED = new ProblemType(
            "not-allowed",
            403,
            "The right is missing",
            "The role of the token or user does not include the right, or its patterns do not match the queue.");
    public static final ProblemType CROSS_SITE = new ProblemType(
            "cross-site",
            403,
            "The request comes from a page of another site",
            "A browser sent the request for a page of another origin, or the Host header names a host that is neither an"
                    + " address nor localhost nor in the setting http.hosts.");
    public static final ProblemType NOT_FOUND = new ProblemType(
            "not-found",
            404,
            "There is nothing at this path",
            "No route has this path. /openapi.json lists all routes.");
    public static final ProblemType METHOD = new ProblemType(
            "method", 405, "The path has no such method", "The header Allow lists the methods that the path has.");
    public static final ProblemType TOO_LARGE = new ProblemType(
            "too-large",
            413,
            "The body or a value in it is too large",
            "The settings http.max-body-size, http.max-bulk-size and limits.payload say what the server accepts.");
    public static final ProblemType MEDIA_TYPE = new ProblemType(
            "media-type",
            415,
            "The body is not JSON",
            "Send the body with `Content-Type: application/json` and without a Content-Encoding.");
    public static final ProblemType INVALID = new ProblemType(
            "invalid",
            422,
            "Fields or parameters are not valid",
            "`errors` lists them all: `pointer` is a JSON pointer into the body, or a question mark and the name of a"
                    + " parameter. Unknown fields and parameters are refused too, so that a typing error is not silent.");
    public static final ProblemType TOO_MANY = new ProblemType(
            "too-many",
            429,
            "There are too many of these",
            "The server keeps a limited number of them open at once. Try again after the time that Retry-After names.");
    public static final ProblemType INTERNAL = new ProblemType(
            "internal", 500, "The server made a mistake", "This is a bug. The server's log has the details.");
    public static final ProblemType STARTING = new ProblemType(
            "starting",
            503,
            "The server is starting",
            "Nothing was done. Try again; /readyz tells how far the start is.");
    public static final ProblemType STOPPING = new ProblemType(
            "stopping", 503, "The server is stopping", "Nothing was done. Try again when the server is back.");
    public static final ProblemType OUTCOME_UNKNOWN = new ProblemType(
            "outcome-unknown",
            503,
            "Whether this was done is not known",
            "The server stopped while it worked on the request. An add with an id or an Idempotency-Key, and reports with a"
                    + " lease token, can be sent again without doing them twice.");
    public static final ProblemType BUSY = new ProblemType(
            "busy", 503, "The server has too much to do", "Nothing was done. Try again later, with a growing delay.");
    public static final ProblemType NO_LEADER = new ProblemType(
            "no-leader",
            503,
            "The cluster has no leader",
            "Nothing was done. Too few nodes of the cluster reach each other. Try again after the time that Retry-After names, or"
                    + " at another node.");
    public static final ProblemType OLDER_NODES = new ProblemType(
            "older-nodes",
            503,
            "Not all nodes of the cluster have this version yet",
            "Nothing was done. The cluster is being upgraded. What is new can be used when all nodes run the new version.");
    public static final ProblemType OUT_OF_MEMORY = new ProblemType(
            "out-of-memory",
            507,
            "The room for jobs is used up",
            "Jobs can still be worked on and deleted. The setting limits.memory says how much there is.");
    public static final ProblemType OUT_OF_DISK = new ProblemType(
            "out-of-disk", 507, "The disk is full", "Nothing was done. The server goes on when there is space again.");

    /** The kind of an error that has no more to say than its status. */
    static ProblemType ofStatus(int status) {
        return switch (status) {
            case 401 -> UNAUTHENTICATED;
            case 403 -> NOT_ALLOWED;
            case 404 -> NOT_FOUND;
            case 405 -> METHOD;
            case 413 -> TOO_LARGE;
            case 415 -> MEDIA_TYPE;
            case 422 -> INVALID;
            case 429 -> TOO_MANY;
            case 500 -> INTERNAL;
            case 503 -> BUSY;
            case 507 -> OUT_OF_MEMORY;
            default -> MALFORMED;
        };
    }

    /** An error of this kind. */
    public Problem of(String detail) {
        return Problem.of(this, detail);
    }
}
