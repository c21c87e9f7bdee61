package dev.reeve.server.door.qless;

import dev.reeve.server.door.qless.call.KeyReads;
import java.util.List;
import java.util.Locale;

/** Reads of the keys that qless keeps in Redis, answered from the engine. There is nothing to write. */
public final class KeyViews {
    private final KeyReads reads = new KeyReads();

    /** Whether there is such a command here. */
    public boolean knows(String command) {
        return reads.knows(command.toLowerCase(Locale.ROOT));
    }

    /**
     * What the command asks for.
     *
     * @param command one that is known here, in any case
     * @param args what follows it
     */
    public Parsed parse(String command, List<byte[]> args) {
        return reads.parse(command.toLowerCase(Locale.ROOT), args);
    }
}
