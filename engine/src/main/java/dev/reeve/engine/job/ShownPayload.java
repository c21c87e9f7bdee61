package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * The payload in a copy of a job, if it was on disk when the copy was made. Whoever runs the engine reads the bytes before
 * anybody sees the copy.
 */
public final class ShownPayload {
    private final StoredPayload stored;
    private byte @Nullable [] bytes;

    public ShownPayload(StoredPayload stored) {
        this.stored = stored;
    }

    public StoredPayload stored() {
        return stored;
    }

    /** The payload has been read. */
    public void bytes(byte[] read) {
        bytes = read;
    }

    /** The payload; throws if it has not been read yet. */
    public byte[] bytes() {
        byte[] read = bytes;
        if (read == null) {
            throw new AbsentPayloadException();
        }
        return read;
    }
}
