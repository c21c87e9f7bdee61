package dev.reeve.server.journal;

/** What may still be written, by the space on the disk. */
public enum WriteAdmission {
    AMPLE,
    /** Entries that make the live data grow are refused, so that the snapshot that frees space still fits. */
    NO_GROWTH,
    /** The space prepared ahead is used up: every write is refused until there is more. */
    NONE
}
