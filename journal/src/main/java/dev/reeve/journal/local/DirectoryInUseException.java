package dev.reeve.journal.local;

import java.io.IOException;

/** Another process has the data directory open. */
public final class DirectoryInUseException extends IOException {
    private static final long serialVersionUID = 1L;

    public DirectoryInUseException(String directory, String holder) {
        super("data directory " + directory + " is in use by " + holder);
    }
}
