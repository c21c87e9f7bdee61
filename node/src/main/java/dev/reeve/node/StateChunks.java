package dev.reeve.node;

import dev.reeve.engine.Engine;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.ShownPayload;
import dev.reeve.journal.SnapshotTarget;
import java.nio.ByteBuffer;
import java.util.List;

/** The bytes of a snapshot: chunks of the state, each preceded by its length. {@link EngineRecovery} reads them. */
public final class StateChunks {
    /** What is written between two polls for input. */
    private static final int SLICE_BYTES = 16 * 1024;

    /** Slices are written together: few large chunks are read sooner than many small ones. */
    private static final int CHUNK_BYTES = 64 * 1024;

    private StateChunks() {}

    /** Writes the whole state. Nobody may change the engine meanwhile. */
    public static void writeAll(Engine engine, SnapshotTarget to) {
        StateWriter from = engine.startSnapshot();
        boolean complete;
        do {
            complete = writeNext(from, List.of(), to);
        } while (!complete);
    }

    /**
     * Writes the next slice; true if it was the last one.
     *
     * @param atHand payloads that the slice before has asked for
     */
    static boolean writeNext(StateWriter from, List<ShownPayload> atHand, SnapshotTarget to) {
        boolean complete = from.step(from.waitingBytes() + SLICE_BYTES, atHand);
        if (from.waitingBytes() >= CHUNK_BYTES || complete) {
            byte[] chunk = from.take();
            byte[] length =
                    ByteBuffer.allocate(Integer.BYTES).putInt(chunk.length).array();
            to.write(length, length.length);
            to.write(chunk, chunk.length);
        }
        if (complete) {
            to.finish();
        }
        return complete;
    }
}
