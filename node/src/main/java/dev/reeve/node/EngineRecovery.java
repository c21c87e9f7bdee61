package dev.reeve.node;

import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.PayloadMoves;
import dev.reeve.engine.PayloadMoves.Cold;
import dev.reeve.engine.PayloadMoves.ColdColumns;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.EntryCodec;
import dev.reeve.engine.format.FormatException;
import dev.reeve.engine.format.StateReader;
import dev.reeve.engine.job.ColumnSource;
import dev.reeve.engine.job.ColumnsPlace;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.PayloadSpill;
import dev.reeve.journal.RecoveryTarget;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rebuilds an engine from the journal: the newest snapshot, then the entries after it. */
public final class EngineRecovery implements RecoveryTarget {
    private static final Logger log = LoggerFactory.getLogger(EngineRecovery.class);
    private static final int USUAL_CHUNK_BYTES = 128 * 1024;

    private static final long SPILL_BYTES = 1 << 20;

    private final long maxLiveBytes;
    private final PayloadLimits limits;
    private Engine engine = new Engine();
    private @Nullable StateReader reading;
    private @Nullable PayloadSpill spill;
    private boolean hasFiles;
    private ColumnSource columns = place -> {
        throw new FormatException("it refers to payload files, which are not there");
    };
    /** The live data in memory above which payloads are written to disk next. */
    private long writeOutBytes;

    /** A recovery without a limit. */
    public EngineRecovery() {
        this(Long.MAX_VALUE);
    }

    /** A recovery with all payloads in memory. */
    public EngineRecovery(long maxLiveBytes) {
        this(maxLiveBytes, Long.MAX_VALUE);
    }

    /**
     * A recovery within limits.
     *
     * @param maxLiveBytes live data in memory beyond which the recovery ends with {@link HeapTooSmallException}
     * @param payloadBytes live data in memory above which payloads are written to disk
     */
    public EngineRecovery(long maxLiveBytes, long payloadBytes) {
        this.maxLiveBytes = maxLiveBytes;
        this.limits = PayloadLimits.of(payloadBytes, maxLiveBytes);
        this.writeOutBytes = payloadBytes;
    }

    @Override
    public void payloads(PayloadSpill files) {
        spill = files;
        columns = place -> {
            try {
                return files.read(PayloadTraffic.place(place));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        hasFiles = true;
        engine.payloads().blocks().source(columns);
    }

    @Override
    public void forEachPlace(PlaceVisitor visitor) throws IOException {
        if (!engine.payloads().any()) {
            return;
        }
        IOException[] refused = new IOException[1];
        engine.payloadMoves().forEachStored((file, offset, length) -> {
            try {
                visitor.place(new PayloadPlace(file, offset, length));
                return true;
            } catch (IOException e) {
                refused[0] = e;
                return false;
            }
        });
        if (refused[0] != null) {
            throw refused[0];
        }
        PayloadMoves moves = engine.payloadMoves();
        for (int from = 0; from >= 0; from = moves.blocksAfter(from)) {
            for (ColumnsPlace place : moves.columnPlaces(from)) {
                visitor.place(PayloadTraffic.place(place));
            }
        }
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
        reader.columns(columns);
        DataInputStream in = new DataInputStream(bytes);
        try (SnapshotDecoder decoder = new SnapshotDecoder(reader)) {
            int length;
            while ((length = nextLength(in)) >= 0) {
                decoder.chunk(nextChunk(in, length));
                check(reader.liveBytes());
                if (reader.heapBytes() > writeOutBytes) {
                    writeOut(reader.payloadMoves(), reader::heapBytes);
                }
            }
            decoder.finish();
        }
        engine = reader.engine();
        reading = null;
        if (!hasFiles && engine.payloads().any()) {
            throw new FormatException("it refers to payload files, which are not there");
        }
    }

    /**
     * Writes payloads to disk while the live data takes too much memory, and a step more, so that the next entries have room. If
     * it takes too much without them, it is looked at again when there is a step more. Payloads that cannot be written stay.
     */
    private void writeOut(PayloadMoves moves, LongSupplier heapBytes) {
        long wanted = limits.payloadBytes() - limits.stepBytes();
        boolean more = spill != null;
        while (more && heapBytes.getAsLong() > wanted) {
            more = writeOut(moves);
        }
        writeOutBytes = Math.max(limits.payloadBytes(), heapBytes.getAsLong() + limits.stepBytes());
    }

    /** Returns whether there may be more to write. */
    private boolean writeOut(PayloadMoves moves) {
        List<Cold> cold = moves.cold(SPILL_BYTES, limits.headBytes());
        if (spill == null) {
            return false;
        }
        try {
            if (cold.isEmpty()) {
                return writeColumns(moves, spill);
            }
            List<PayloadPlace> places = spill.write(cold.stream()
                    .map(one -> new KeyedPayload(one.job(), one.payload()))
                    .toList());
            List<StoredPayload> stored = PayloadTraffic.stored(cold, places);
            for (int i = 0; i < stored.size(); i++) {
                moves.left(cold.get(i), stored.get(i));
            }
            moves.pack(cold, limits.worthPacking());
            return true;
        } catch (IOException e) {
            log.warn("cannot write payloads, they stay in memory: {}", e.toString());
            spill = null;
            return false;
        }
    }

    private boolean writeColumns(PayloadMoves moves, PayloadSpill files) throws IOException {
        List<ColdColumns> cold = moves.coldColumns(PayloadTraffic.COLUMNS_PER_WRITE, limits.headBytes());
        if (cold.isEmpty()) {
            return false;
        }
        List<PayloadPlace> places = files.write(PayloadTraffic.keyed(cold));
        for (int i = 0; i < cold.size(); i++) {
            moves.left(cold.get(i), PayloadTraffic.place(places.get(i)));
        }
        return true;
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
        if (engine.heapBytes() > writeOutBytes) {
            writeOut(engine.payloadMoves(), engine::heapBytes);
        }
        check(engine.heapBytes());
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
