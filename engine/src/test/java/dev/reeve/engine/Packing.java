package dev.reeve.engine;

import dev.reeve.engine.PayloadMoves.Cold;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.StoredPayload;
import java.util.ArrayList;
import java.util.List;

/** Packs jobs, without files. */
public final class Packing {
    private Packing() {}

    /** Moves the payloads of all jobs out, also short ones, and packs what can be. */
    public static void packAll(Engine engine) {
        PayloadBlock.Writer places = new PayloadBlock.Writer();
        List<Cold> moved = new ArrayList<>();
        List<StoredPayload> stored = new ArrayList<>();
        engine.state().forgetShown();
        for (Job job : engine.state().jobs().all()) {
            Object payload = job.payload();
            byte[] bytes = payload instanceof byte[] inMemory ? inMemory : new byte[0];
            moved.add(new Cold(job.number(), bytes));
            stored.add(places.put(1, (int) job.number(), bytes.length, StoredPayload.sumOf(bytes)));
        }
        places.end();
        for (int i = 0; i < moved.size(); i++) {
            engine.payloadMoves().left(moved.get(i), stored.get(i));
        }
        engine.payloadMoves().pack(moved, 1);
    }
}
