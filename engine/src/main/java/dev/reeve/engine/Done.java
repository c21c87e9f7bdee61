package dev.reeve.engine;

/** The reply of a command that has nothing else to say. */
public enum Done {
    DONE
}
