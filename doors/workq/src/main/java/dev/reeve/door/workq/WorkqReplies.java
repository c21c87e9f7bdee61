package dev.reeve.door.workq;

import dev.reeve.engine.Rejection;
import java.nio.charset.StandardCharsets;

/** Fixed replies of the protocol, and the reply to each rejection of the engine. */
final class WorkqReplies {
    static final byte[] CRLF = {'\r', '\n'};
    static final byte[] OK = line("+OK");
    static final byte[] OK_ONE = line("+OK 1");
    static final byte[] NOT_FOUND = line("-NOT-FOUND");
    static final byte[] TIMEOUT = line("-TIMEOUT");
    static final byte[] OUT_OF_MEMORY = line("-SERVER-ERROR Out of memory: the room for jobs is used up");
    static final byte[] OUT_OF_DISK = line("-SERVER-ERROR Out of disk space");
    static final byte[] JOURNAL_FAULT = line("-SERVER-ERROR The journal cannot be extended");
    static final byte[] NO_LEADER = line("-SERVER-ERROR The cluster has no leader");
    static final byte[] OLDER_NODES = line("-SERVER-ERROR Not all nodes of the cluster have this version yet");
    static final byte[] NOT_ALLOWED = line("-CLIENT-ERROR Not allowed");
    static final byte[] TOO_MANY_CONNECTIONS = line("-SERVER-ERROR Too many connections");
    static final byte[] UNEXPECTED = line("-SERVER-ERROR Unexpected refusal");

    private WorkqReplies() {}

    static byte[] of(Rejection why) {
        return switch (why) {
            case JOB_NOT_FOUND, QUEUE_NOT_FOUND -> NOT_FOUND;
            case JOB_EXISTS -> ClientError.DUPLICATE_JOB.words();
            case ALREADY_ENDED -> ClientError.DUPLICATE_RESULT.words();
            case EXPIRES_BEFORE_DUE -> ClientError.INVALID_TIME.words();
            case OUT_OF_MEMORY -> OUT_OF_MEMORY;
            case OUT_OF_DISK -> OUT_OF_DISK;
            case JOURNAL_FAULT -> JOURNAL_FAULT;
            case NO_LEADER -> NO_LEADER;
            case OLDER_NODES -> OLDER_NODES;
            case NOT_ALLOWED -> NOT_ALLOWED;
            // The remaining rejections concern leases, queues, dependencies and batches, which no command of this
            // protocol
            // names.
            case KEY_TAKEN,
                    NOT_LEASED,
                    STALE_LEASE,
                    INVALID_TRANSITION,
                    OTHER_QUEUE,
                    NOT_DEPENDING,
                    HAS_DEPENDENTS,
                    SCHEDULE_NOT_FOUND,
                    WEBHOOK_NOT_FOUND,
                    LIMIT_REACHED,
                    UNKNOWN_DEPENDENCY,
                    DEPENDENCY_CYCLE,
                    BATCH_NOT_FOUND,
                    BATCH_EXISTS,
                    BATCH_CLOSED,
                    BATCH_FULL,
                    TOO_MANY_BATCHES -> UNEXPECTED;
        };
    }

    static byte[] line(String text) {
        return (text + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
