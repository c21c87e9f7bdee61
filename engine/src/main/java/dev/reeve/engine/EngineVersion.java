package dev.reeve.engine;

/**
 * The version of the engine's behaviour. It is itself journalled, so that a replay behaves like the
 * first run.
 *
 * <p>To change what an existing command does: raise {@link #CURRENT}, keep the old behaviour for
 * {@code state.version() < CURRENT}, and add a golden journal of the release before. A new command needs no new
 * version: an older server refuses to start on a command that it does not know.
 */
public final class EngineVersion {
    public static final int CURRENT = 2;

    private EngineVersion() {}
}
