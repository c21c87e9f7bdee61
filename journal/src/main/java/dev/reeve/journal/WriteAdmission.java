package dev.reeve.journal;

/** The writes admitted by the free disk space. */
public enum WriteAdmission {
    AMPLE,
    /** Commands that add data are refused, so that the next snapshot, which frees space, still fits. */
    NO_GROWTH,
    /** The prepared segments are full: every write is refused until space is available. */
    NONE
}
