package dev.reeve.engine;

import dev.reeve.engine.PayloadMoves.ColdColumns;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.StateReader;
import dev.reeve.engine.job.ColumnSource;
import dev.reeve.engine.job.ColumnsPlace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Columns of blocks that are out, in a map in place of files. A place is given once. */
public final class ColumnsInMap implements ColumnSource {
    private final Map<ColumnsPlace, byte[]> stored = new HashMap<>();
    private int places;
    private boolean closed;

    @Override
    public byte[] read(ColumnsPlace place) {
        byte[] bytes = stored.get(place);
        if (closed || bytes == null) {
            throw new AssertionError("nobody should need the columns at " + place);
        }
        return bytes.clone();
    }

    /** Whether whoever needs columns that are absent fails. */
    void closed(boolean value) {
        closed = value;
    }

    /** All columns leave that can. Returns how many did. */
    public int leaveAll(Engine engine) {
        engine.payloads().blocks().source(this);
        int left = 0;
        List<ColdColumns> cold = engine.payloadMoves().coldColumns(Integer.MAX_VALUE, 0);
        for (ColdColumns one : cold) {
            ColumnsPlace place = new ColumnsPlace(1, ++places, one.bytes().length);
            stored.put(place, one.bytes());
            left += engine.payloadMoves().left(one, place) ? 1 : 0;
        }
        return left;
    }

    /** Forgets what no block refers to, and fails if that is not here. */
    void release(Engine engine) {
        for (ColumnsPlace place : engine.payloads().blocks().takeReleased()) {
            if (stored.remove(place) == null) {
                throw new AssertionError(place + " was released twice");
            }
        }
    }

    int size() {
        return stored.size();
    }

    Engine restore(byte[] snapshot) {
        StateReader reader = new StateReader();
        reader.columns(this);
        reader.chunk(new ByteSource(snapshot, 0, snapshot.length));
        return reader.engine();
    }
}
