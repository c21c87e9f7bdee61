package dev.reeve.door.qless;

import dev.reeve.engine.EngineView;
import dev.reeve.node.LongQuery;
import dev.reeve.node.WaitHandle;
import org.jspecify.annotations.Nullable;

/** A long query whose remaining steps are not evaluated if the client disconnects. */
final class AbandonableQuery<R> implements LongQuery<R>, WaitHandle {
    private final LongQuery<R> query;
    private boolean abandoned;

    AbandonableQuery(LongQuery<R> query) {
        this.query = query;
    }

    @Override
    public @Nullable R step(EngineView engine) {
        return query.step(engine);
    }

    @Override
    public boolean abandoned() {
        return abandoned;
    }

    @Override
    public void cancel() {
        abandoned = true;
    }

    @Override
    public void inputEnded() {}
}
