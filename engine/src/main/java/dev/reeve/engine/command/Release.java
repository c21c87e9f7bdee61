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

/**
 * Gives a leased job back to its old place.
 *
 * @param undelivered the job never reached the worker, so that the attempt does not count
 */
public record Release(JobRef job, Claim claim, boolean undelivered) implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.RELEASE;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return LeaseChecks.whileLeased(
                state.find(job), claim, found -> state.leases().release(found, undelivered));
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        RefFormat.write(claim, out);
        out.putBoolean(undelivered);
    }

    public static Release read(ByteSource in) {
        return new Release(RefFormat.readRef(in), RefFormat.readClaim(in), in.getBoolean());
    }
}
