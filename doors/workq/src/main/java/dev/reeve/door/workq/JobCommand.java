package dev.reeve.door.workq;

import dev.reeve.engine.Command;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.ReplyBuffer;
import java.util.function.BiFunction;

/** A command on an existing job. No command names a lease: any client may report a result, even late. */
final class JobCommand<R> extends WorkqCall<R> {
    /** {@code complete <id> <result-size>}: completes a job, regardless of which worker has leased it. */
    static final CommandSpec COMPLETE = report(
            "complete", ClientError.INVALID_PAYLOAD_SIZE, (job, result) -> new Complete(job, Claim.NONE, result));

    /** {@code fail <id> <result-size>}: reports that a job failed, regardless of which worker has leased it. */
    static final CommandSpec FAIL =
            report("fail", ClientError.INVALID_RESULT_SIZE, (job, result) -> new Fail(job, Claim.NONE, result));

    /** {@code delete <id>}: deletes a job in any state. */
    static final CommandSpec DELETE = CommandSpec.plain(
            "delete", 1, (line, talk) -> new JobCommand<>(talk, line.job(0), (job, nothing) -> new Delete(job)));

    private final JobRef job;
    private final BiFunction<JobRef, byte[], Command<R>> command;

    private JobCommand(WorkqProtocol talk, JobRef job, BiFunction<JobRef, byte[], Command<R>> command) {
        super(talk);
        this.job = job;
        this.command = command;
    }

    private static <R> CommandSpec report(
            String name, ClientError sizeError, BiFunction<JobRef, byte[], Command<R>> command) {
        return CommandSpec.withPayload(name, 2, sizeError, (line, talk) -> {
            JobRef job = line.job(0);
            talk.door().checkSize(line, 1, sizeError);
            return new JobCommand<>(talk, job, command);
        });
    }

    @Override
    void start(byte[] payload) {
        node().submit(command.apply(job, payload), this);
    }

    @Override
    protected byte[] errorReply(Rejection why) {
        return why == Rejection.JOB_NOT_FOUND ? unknownJob(job) : super.errorReply(why);
    }

    /**
     * The error for a job that does not exist. An id that is not a UUID can only belong to a job of another door, so it
     * is reported as invalid.
     */
    static byte[] unknownJob(JobRef job) {
        return JobId.isUuid(job.id()) ? WorkqReplies.NOT_FOUND : ClientError.INVALID_ID.words();
    }

    @Override
    protected void write(R done, ReplyBuffer out) {
        out.bytes(WorkqReplies.OK);
    }
}
