package dev.reeve.journal;

import java.io.IOException;

/** The data directory is damaged. The server does not start on it. */
public final class JournalCorruptException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;

    public JournalCorruptException(String file, long offset, String problem) {
        super(file + " at offset " + offset + ": " + problem);
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
