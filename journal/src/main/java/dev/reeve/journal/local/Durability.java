package dev.reeve.journal.local;

/** The condition for a reply. */
public enum Durability {
    /** After the sync: the entry survives a power cut. */
    ALWAYS,
    /** After the write: the entry survives the end of the process. Syncs follow at the sync interval. */
    INTERVAL,
    /** After the write. The operating system decides when to sync. */
    OS
}
