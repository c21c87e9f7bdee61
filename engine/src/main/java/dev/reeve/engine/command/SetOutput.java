package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RefFormat;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;

/** Stores the output of a running job. */
@SuppressWarnings("ArrayRecordComponent")
public record SetOutput(JobRef job, Claim claim, byte[] output) implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.SET_OUTPUT;
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return LeaseChecks.whileLeased(
                state.find(job), claim, found -> state.leases().output(found, output));
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        RefFormat.write(claim, out);
        out.putBytes(output);
    }

    public static SetOutput read(ByteSource in) {
        return new SetOutput(RefFormat.readRef(in), RefFormat.readClaim(in), in.getBytes());
    }
}
