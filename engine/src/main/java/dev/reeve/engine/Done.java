package dev.reeve.engine;

/** The reply of a command that returns no data. */
public enum Done {
    DONE
}
