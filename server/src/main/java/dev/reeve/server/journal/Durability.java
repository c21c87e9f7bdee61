package dev.reeve.server.journal;

/** When an entry may be answered. */
public enum Durability {
    /** After its sync: it survives a power cut. */
    ALWAYS,
    /** After its write: it survives the end of the process. Syncs follow once in a sync interval. */
    INTERVAL,
    /** After its write. The operating system syncs when it likes. */
    OS
}
