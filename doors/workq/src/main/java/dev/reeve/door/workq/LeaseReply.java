package dev.reeve.door.workq;

/** Format of the reply to {@code lease}, which the listener determines: some clients require the ttr in it, others cannot read it. */
enum LeaseReply {
    /** {@code <id> <name> <payload-size>}. */
    PLAIN,
    /** {@code <id> <name> <ttr> <payload-size>}. */
    TTR
}
