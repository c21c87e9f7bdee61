package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.FormatException;

/** Sets the version of the engine's behaviour for this and later entries. */
public record SetVersion(int version) implements Command<Done> {
    public SetVersion {
        if (version < 0) {
            throw new IllegalArgumentException("expected a version of at least 0, but got " + version);
        }
    }

    @Override
    public CommandType type() {
        return CommandType.SET_VERSION;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        state.version(version);
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        out.putVarLong(version);
    }

    public static SetVersion read(ByteSource in) {
        int version = in.getCount(Integer.MAX_VALUE);
        if (version > EngineVersion.CURRENT) {
            throw new FormatException("the data was written by a newer Reeve (engine version " + version
                    + ", this server supports up to " + EngineVersion.CURRENT + ")");
        }
        return new SetVersion(version);
    }
}
