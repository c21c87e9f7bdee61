package dev.reeve.node;

import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadFiles;
import dev.reeve.journal.PayloadPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Payload files in memory. What was asked for is done when the test says so, in the order of the calls. */
final class ManualPayloads implements PayloadFiles {
    final Map<PayloadPlace, byte[]> stored = new LinkedHashMap<>();
    private final Map<PayloadPlace, Long> keys = new LinkedHashMap<>();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    int reads;
    int readsNow;
    int writes;
    boolean failsWrites;
    boolean failsReads;

    /** The number of payloads, without columns. */
    int payloads() {
        return (int) stored.keySet().stream()
                .filter(place -> keys.getOrDefault(place, 0L) >= 0)
                .count();
    }

    boolean isIdle() {
        return tasks.isEmpty();
    }

    /** Does the next thing; false if there is none. */
    boolean step() {
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
        return task != null;
    }

    @Override
    public void write(List<KeyedPayload> payloads, Writing done) {
        tasks.add(() -> {
            List<PayloadPlace> places = new ArrayList<>();
            for (KeyedPayload payload : failsWrites ? List.<KeyedPayload>of() : payloads) {
                PayloadPlace place = new PayloadPlace(1, 8 * writes++, payload.payload().length);
                stored.put(place, payload.payload());
                keys.put(place, payload.key());
                places.add(place);
            }
            done.written(failsWrites ? null : places);
        });
    }

    @Override
    public void read(List<PayloadPlace> places, Reading done) {
        tasks.add(() -> {
            reads++;
            done.read(places.stream().map(this::payload).toList());
        });
    }

    @Override
    public byte[] readNow(PayloadPlace place) {
        readsNow++;
        if (failsReads) {
            throw new UncheckedIOException(new IOException("the read of " + place + " fails"));
        }
        return payload(place);
    }

    private byte[] payload(PayloadPlace place) {
        byte[] payload = stored.get(place);
        if (payload == null) {
            throw new AssertionError(place + " was released before it was read");
        }
        return payload.clone();
    }

    @Override
    public void release(List<PayloadPlace> places) {
        // At once, so that a read which comes too late is found.
        for (PayloadPlace place : places) {
            if (stored.remove(place) == null) {
                throw new AssertionError(place + " was released twice");
            }
        }
    }

    @Override
    public void reclaim(Reclaiming done) {
        tasks.add(() -> done.found(stored.keySet().stream()
                .map(place -> new Reclaiming.Found(keys.getOrDefault(place, 0L), place))
                .toList()));
    }
}
