package dev.reeve.door.workq;

/** Format of the reply to {@code lease}; newer clients expect the ttr in it. */
public enum LeaseReply {
    /** {@code <id> <name> <payload-size>}. */
    SEED,
    /** {@code <id> <name> <ttr> <payload-size>}. */
    TTR
}
