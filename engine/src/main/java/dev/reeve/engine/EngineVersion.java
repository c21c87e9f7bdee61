package dev.reeve.engine;

/**
 * The version of the engine's behaviour. It is itself a journal entry, so that a replay behaves as the first run did.
 *
 * <p>To change what an existing command does: raise {@link #CURRENT}, keep the old behaviour for
 * {@code store.version() < CURRENT}, and add a golden journal of the release before. Adding a command needs no new
 * version: an older server stops at a command it does not know.
 */
public final class EngineVersion {
    public static final int CURRENT = 2;

    private EngineVersion() {}
}
