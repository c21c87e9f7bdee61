package dev.reeve.door.workq;

import dev.reeve.net.RefusalKind;

/** Client errors and their encoded replies. */
enum ClientError {
    UNKNOWN_COMMAND("Unknown command"),
    INVALID_ARGS("Invalid command args"),
    INVALID_FLAGS("Invalid command flags"),
    INVALID_PAYLOAD_SIZE("Invalid payload size"),
    INVALID_RESULT_SIZE("Invalid result size"),
    INVALID_ID("Invalid ID"),
    INVALID_NAME("Invalid Name"),
    INVALID_TTR("Invalid TTR"),
    INVALID_TTL("Invalid TTL"),
    INVALID_TIME("Invalid Time"),
    INVALID_PRIORITY("Invalid Priority"),
    INVALID_MAX_ATTEMPTS("Invalid Max Attempts"),
    INVALID_MAX_FAILS("Invalid Max Fails"),
    INVALID_WAIT_TIMEOUT("Invalid wait timeout"),
    INVALID_OFFSET("Invalid cursor offset"),
    INVALID_LIMIT("Invalid limit"),
    DUPLICATE_JOB("Duplicate job"),
    DUPLICATE_RESULT("Duplicate result");

    @SuppressWarnings("ImmutableEnumChecker")
    private final byte[] words;

    ClientError(String text) {
        words = WorkqReplies.line("-CLIENT-ERROR " + text);
    }

    RefusalKind kind() {
        return this == UNKNOWN_COMMAND ? RefusalKind.UNKNOWN : RefusalKind.MALFORMED;
    }

    byte[] words() {
        return words;
    }
}
