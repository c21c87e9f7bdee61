package dev.reeve.server.door.workq;

/** How the reply to {@code lease} looks; clients written later expect the time to run in it. */
public enum LeaseReply {
    /** {@code <id> <name> <payload-size>}. */
    SEED,
    /** {@code <id> <name> <ttr> <payload-size>}. */
    TTR
}
