package dev.reeve.node;

import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.format.StateReader;
import dev.reeve.journal.RecoveryTarget;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Rebuilds an engine from the journal: the newest snapshot, then the entries after it. */
public final class EngineRecovery implements RecoveryTarget {
    private static final int USUAL_CHUNK_BYTES = 128 * 1024;

    private final long maxLiveBytes;
    private Engine engine = new Engine();
    private @Nullable StateReader reading;

    /** A recovery without a limit. */
    public EngineRecovery() {
        this(Long.MAX_VALUE);
    }

    /** @param maxLiveBytes live data beyond which the recovery ends with {@link HeapTooSmallException} */
    public EngineRecovery(long maxLiveBytes) {
        this.maxLiveBytes = maxLiveBytes;
    }

    @Override
    public void snapshot(long position, InputStream bytes) throws IOException {
        try {
            read(bytes);
        } catch (FormatException e) {
            throw new FormatException("snapshot at position " + position + ": " + e.getMessage());
        }
    }

    private void read(InputStream bytes) throws IOException {
        StateReader reader = new StateReader();
        reading = reader;
        DataInputStream in = new DataInputStream(bytes);
        try (SnapshotDecoder decoder = new SnapshotDecoder(reader)) {
            int length;
            while ((length = nextLength(in)) >= 0) {
                decoder.chunk(nextChunk(in, length));
                check(reader.liveBytes());
            }
            decoder.finish();
        }
        engine = reader.engine();
        reading = null;
    }

    private static byte[] nextChunk(InputStream in, int length) throws IOException {
        // A long buffer grows with the bytes actually read, not with the claimed length.
        byte[] chunk = length > USUAL_CHUNK_BYTES ? in.readNBytes(length) : new byte[length];
        int read = length > USUAL_CHUNK_BYTES ? chunk.length : in.readNBytes(chunk, 0, length);
        if (read < length) {
            throw new FormatException("the snapshot ends inside a chunk");
        }
        return chunk;
    }

    private void check(long liveBytes) {
        if (liveBytes > maxLiveBytes) {
            throw new HeapTooSmallException(liveBytes);
        }
    }

    private static int nextLength(DataInputStream in) throws IOException {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException end) {
            return -1;
        }
        // No upper limit: a chunk holds at least one job with its whole history.
        if (length < 0) {
            throw new FormatException("a snapshot chunk claims " + length + " bytes");
        }
        return length;
    }

    @Override
    public void entry(long position, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        try {
            engine.apply(EntryCodec.read(new ByteSource(copy, 0, copy.length)), Effects.NONE);
        } catch (FormatException e) {
            throw new FormatException("journal entry " + position + ": " + e.getMessage());
        }
        check(engine.liveBytes());
    }

    /** The number of jobs so far; also during the snapshot. Opening thread. */
    public int jobCount() {
        StateReader reader = reading;
        return reader == null ? engine.jobCount() : reader.jobCount();
    }

    public Engine engine() {
        return engine;
    }
}
