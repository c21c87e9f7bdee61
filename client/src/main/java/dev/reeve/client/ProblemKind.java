package dev.reeve.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The kinds of problems that a program may want to tell apart. The server explains each at {@code /problems/…}. */
public enum ProblemKind {
    MALFORMED,
    BAD_CURSOR,
    UNAUTHENTICATED,
    NOT_ALLOWED,
    CROSS_SITE,
    JOB_NOT_FOUND,
    QUEUE_NOT_FOUND,
    SCHEDULE_NOT_FOUND,
    WEBHOOK_NOT_FOUND,
    WORKER_NOT_FOUND,
    TOKEN_NOT_FOUND,
    BATCH_NOT_FOUND,
    LIMIT_NOT_FOUND,
    NOT_FOUND,
    METHOD,
    TOO_LARGE,
    MEDIA_TYPE,
    JOB_EXISTS,
    UNIQUE_KEY_TAKEN,
    NOT_ADDED,
    ALREADY_ENDED,
    STALE_LEASE,
    NOT_LEASED,
    WRONG_STATE,
    COUNT_DIFFERS,
    LIMIT_REACHED,
    TOKEN_EXISTS,
    NO_AUTH_FILE,
    BATCH_EXISTS,
    BATCH_CLOSED,
    TOO_MANY_BATCHES,
    NO_CLUSTER,
    NODE_NOT_FOUND,
    CHANGE_REFUSED,
    INVALID,
    EXPIRES_BEFORE_DUE,
    UNKNOWN_DEPENDENCY,
    DEPENDENCY_CYCLE,
    IDEMPOTENCY_MISMATCH,
    TOO_MANY,
    INTERNAL,
    STARTING,
    STOPPING,
    OUTCOME_UNKNOWN,
    BUSY,
    NO_LEADER,
    OLDER_NODES,
    OUT_OF_MEMORY,
    OUT_OF_DISK,
    /** The client's own: there was no answer. */
    UNREACHABLE,
    /** The client's own: what was awaited did not come in time. */
    TIMEOUT,
    /** The client's own: the thread was interrupted, or the client closed. */
    INTERRUPTED,
    /** A kind that this version of the client does not know; see {@link ReeveException#type}. */
    OTHER;

    private static final Map<String, ProblemKind> BY_TYPE =
            Arrays.stream(values()).collect(Collectors.toMap(ProblemKind::type, Function.identity()));

    /** As in the problem's address, such as {@code job-not-found}. */
    public String type() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static ProblemKind of(String type) {
        return BY_TYPE.getOrDefault(type, OTHER);
    }
}
