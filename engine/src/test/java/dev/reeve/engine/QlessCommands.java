package dev.reeve.engine;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessTerms;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine's commands as qless calls make them, with the options that tests do not care about left out. */
public final class QlessCommands {
    private QlessCommands() {}

    public static Add put(CallerClock clock, JobId id, String queue, String klass, byte[] data) {
        return put(clock, id, queue, klass, data, null, List.of());
    }

    public static Add put(
            CallerClock clock,
            JobId id,
            String queue,
            String klass,
            byte[] data,
            @Nullable List<String> tags,
            List<JobId> depends) {
        AddOptions options = new AddOptions(
                false,
                TermsPatch.NOTHING,
                klass,
                tags,
                depends,
                AddOptions.Existing.MOVE,
                null,
                true,
                clock,
                JobHeaders.NONE,
                JobTies.NONE);
        return new Add(id, queue, data, 0, Add.NOW, QlessTerms.DEFAULT, options);
    }

    /** The same job with another priority. */
    public static Add withPriority(Add add, long priority) {
        return new Add(
                add.id(), add.queue(), add.payload(), priority, add.startsAtMicros(), add.terms(), add.options());
    }

    /** The same job with a start time. */
    public static Add startingAt(Add add, long startsAtMicros) {
        return new Add(
                add.id(), add.queue(), add.payload(), add.priority(), startsAtMicros, add.terms(), add.options());
    }

    public static Acquire pop(CallerClock clock, String queue, String worker, int count) {
        return new Acquire(List.of(queue), worker, count, 0, clock);
    }

    public static Complete complete(CallerClock clock, JobId id, String worker, byte[] data) {
        return new Complete(JobRef.of(id), Claim.ofWorker(worker), data, null, null, clock);
    }

    public static Complete completeAndMove(CallerClock clock, JobId id, String worker, byte[] data, String next) {
        Complete.NextStage stage = new Complete.NextStage(next, 0, List.of());
        return new Complete(JobRef.of(id), Claim.ofWorker(worker), data, null, stage, clock);
    }

    public static Fail fail(CallerClock clock, JobId id, String worker, String group, String message) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        return new Fail(JobRef.of(id), Claim.ofWorker(worker), text, group, null, clock);
    }

    public static Cancel cancel(CallerClock clock, List<JobId> ids) {
        return Cancel.remove(ids, clock);
    }

    public static Timeout timeout(CallerClock clock, JobId id) {
        return new Timeout(List.of(JobRef.of(id)), Claim.ANY_LEASE, null, clock);
    }
}
