package dev.reeve.server.journal;

import java.io.IOException;

/** The data directory is not what was written there. Nothing is started on it. */
public final class JournalCorruptException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;

    public JournalCorruptException(String file, long offset, String what) {
        super(file + " at offset " + offset + ": " + what);
        this.file = file;
        this.offset = offset;
    }

    public String file() {
        return file;
    }

    public long offset() {
        return offset;
    }
}
