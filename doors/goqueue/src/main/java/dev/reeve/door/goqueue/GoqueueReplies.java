package dev.reeve.door.goqueue;

import dev.reeve.engine.Rejection;
import java.nio.charset.StandardCharsets;

/** Fixed replies and error messages of the protocol, and the reply to each rejection of the engine. */
final class GoqueueReplies {
    static final byte[] ADDED = string("ADDED");
    static final byte[] AUTHENTICATED = string("AUTHENTICATED");
    static final byte[] OK = string("OK");
    static final byte[] RESERVED = string("RESERVED");
    static final byte[] STATUS_RESERVED = string("reserved");
    static final byte[] TIMEOUT = string("TIMEOUT");
    static final byte[] NOT_ALLOWED = error("Not allowed");
    static final byte[] TOO_MANY_CONNECTIONS = error("Too many connections");
    static final String INVALID_QUEUE_NAME = "Invalid queue name";

    private static final byte[] OUT_OF_MEMORY = error("Out of memory: the room for jobs is used up");
    private static final byte[] OUT_OF_DISK = error("Out of disk space");
    private static final byte[] JOURNAL_FAULT = error("The journal cannot be extended");
    private static final byte[] NO_LEADER = error("The cluster has no leader");
    private static final byte[] OLDER_NODES = error("Not all nodes of the cluster have this version yet");
    private static final byte[] UNEXPECTED = error("Unexpected refusal");

    private GoqueueReplies() {}

    static byte[] of(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> OUT_OF_MEMORY;
            case OUT_OF_DISK -> OUT_OF_DISK;
            case JOURNAL_FAULT -> JOURNAL_FAULT;
            case NO_LEADER -> NO_LEADER;
            case OLDER_NODES -> OLDER_NODES;
            case NOT_ALLOWED -> NOT_ALLOWED;
            // The door creates unique ids and jobs without expiry, no command names a lease, and DELETE has its own
            // error for an unknown job.
            case JOB_NOT_FOUND,
                    JOB_EXISTS,
                    KEY_TAKEN,
                    ALREADY_ENDED,
                    NOT_LEASED,
                    STALE_LEASE,
                    INVALID_TRANSITION,
                    OTHER_QUEUE,
                    NOT_DEPENDING,
                    HAS_DEPENDENTS,
                    SCHEDULE_NOT_FOUND,
                    WEBHOOK_NOT_FOUND,
                    LIMIT_REACHED,
                    QUEUE_NOT_FOUND,
                    EXPIRES_BEFORE_DUE,
                    UNKNOWN_DEPENDENCY,
                    DEPENDENCY_CYCLE,
                    BATCH_NOT_FOUND,
                    BATCH_EXISTS,
                    BATCH_CLOSED,
                    BATCH_FULL,
                    TOO_MANY_BATCHES -> UNEXPECTED;
        };
    }

    static String malformed(FrameSpec form, FrameField field) {
        return "Malformed " + form.name() + " command: failed to parse " + field.title();
    }

    static byte[] error(String text) {
        return string("ERROR\0" + text);
    }

    private static byte[] string(String text) {
        return (text + '\0').getBytes(StandardCharsets.UTF_8);
    }
}
