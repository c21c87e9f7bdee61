package dev.reeve.engine;

/**
 * The version of the engine's behaviour. It is itself journalled, so that a replay behaves like the
 * first run.
 *
 * <p>To change what an existing command does: raise {@link #CURRENT}, keep the old behaviour for
 * {@code state.version() < CURRENT}, and add a golden journal of the release before.
 *
 * <p>A new command, and a new kind of content of one, comes with a version that no release has without it ({@link
 * Command#sinceVersion}): raise {@link #CURRENT} unless it was raised since the last release. In a cluster the command is refused until
 * all nodes have that version, because an older one would stop at it.
 */
public final class EngineVersion {
    public static final int FIRST = 1;
    public static final int CURRENT = 2;

    private EngineVersion() {}
}
