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

/** Reports that a job failed. It is tried again if its policy allows, else it ends with this result. */
@SuppressWarnings("ArrayRecordComponent")
public record Fail(JobRef job, Claim claim, byte[] result) implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.FAIL;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        return LeaseChecks.unlessFinished(
                store.find(job), claim, found -> store.transitions().fail(found, result));
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        RefFormat.write(claim, out);
        out.putBytes(result);
    }

    public static Fail read(ByteSource in) {
        return new Fail(RefFormat.readRef(in), RefFormat.readClaim(in), in.getBytes());
    }
}
