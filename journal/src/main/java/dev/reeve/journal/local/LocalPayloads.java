package dev.reeve.journal.local;

import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadFiles;
import dev.reeve.journal.PayloadPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The payload files of a running journal. The housekeeping thread does everything in the order of the calls, beginnings of snapshots included, but
 * for reading, which has a thread of its own.
 *
 * <p>Invariant: a release that was called after the beginning of a snapshot is done after it, so that the files which the snapshot refers to
 * are known before one of them could be deleted.
 */
final class LocalPayloads implements PayloadFiles {
    private static final Logger log = LoggerFactory.getLogger(LocalPayloads.class);
    /** The size beyond which another payload file is begun. */
    static final int FILE_BYTES = 16 << 20;

    private final PayloadStore store;
    private final BatchWriter writer;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<ReadRequest> reads = new ConcurrentLinkedQueue<>();
    final TurnThread reading = new TurnThread(this::readNext);
    private @Nullable TurnThread housekeeping;

    private record ReadRequest(List<PayloadPlace> places, Reading done) {}

    LocalPayloads(PayloadStore store, BatchWriter writer) {
        this.store = store;
        this.writer = writer;
    }

    /** Sets the thread that has to be woken. Called before anything else. */
    void housekeeping(TurnThread thread) {
        housekeeping = thread;
    }

    @Override
    public void write(List<KeyedPayload> payloads, Writing done) {
        enqueue(() -> {
            try {
                done.written(store.append(payloads));
            } catch (IOException e) {
                log.warn("cannot write payloads, will retry: {}", e.toString());
                endIfUnsynced(e);
                done.written(null);
            }
        });
    }

    @Override
    public void read(List<PayloadPlace> places, Reading done) {
        reads.add(new ReadRequest(places, done));
        reading.wake();
    }

    @Override
    public byte[] readNow(PayloadPlace place) {
        try {
            return payloads(List.of(place)).get(0);
        } catch (IOException e) {
            writer.failBecause("a payload cannot be read", e);
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void release(List<PayloadPlace> places) {
        enqueue(() -> {
            places.forEach(store::release);
            store.deleteUnneeded();
        });
    }

    @Override
    public void reclaim(Reclaiming done) {
        enqueue(() -> {
            List<Reclaiming.Found> records = new ArrayList<>();
            PayloadExtent sparse = store.emptiest();
            try {
                if (sparse != null) {
                    store.scan(sparse, (key, place, payload) -> records.add(new Reclaiming.Found(key, place)));
                }
                done.found(records);
            } catch (IOException e) {
                writer.failBecause("a payload file cannot be read", e);
            }
        });
    }

    /** Has the housekeeping thread do this after all that was asked for before. */
    void enqueue(Runnable task) {
        tasks.add(task);
        Objects.requireNonNull(housekeeping).wake();
    }

    /** Does all that was asked for. Housekeeping thread. */
    void work() {
        Runnable task;
        while (!writer.hasFailed() && (task = tasks.poll()) != null) {
            task.run();
        }
    }

    PayloadStore store() {
        return store;
    }

    /** After a failed sync nothing is known of the files: only a start on the published snapshot helps. */
    void endIfUnsynced(IOException cause) {
        if (store.hasFailed()) {
            writer.failBecause("the payload files cannot be synced", cause);
        }
    }

    private long readNext(boolean stopping) {
        ReadRequest request = stopping || writer.hasFailed() ? null : reads.poll();
        if (request == null) {
            return stopping ? TurnThread.DONE : TurnThread.WHEN_WOKEN;
        }
        try {
            request.done.read(payloads(request.places));
        } catch (IOException e) {
            writer.failBecause("a payload cannot be read", e);
        }
        return TurnThread.IMMEDIATELY;
    }

    private List<byte[]> payloads(List<PayloadPlace> places) throws IOException {
        Map<PayloadPlace, byte[]> found = new HashMap<>();
        store.bytes().read(places, found::put);
        return places.stream()
                .map(place -> Objects.requireNonNull(found.get(place)))
                .toList();
    }
}
