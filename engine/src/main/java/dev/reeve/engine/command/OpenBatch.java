package dev.reeve.engine.command;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.OpenedBatch;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.batch.BatchRecord;
import dev.reeve.engine.batch.Batches;
import dev.reeve.engine.batch.Callback;
import dev.reeve.engine.batch.Callbacks;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens a batch and adds its first jobs: all of them or, if one is refused, none, and then there is no batch either. A batch
 * that was opened by an equal command is returned.
 *
 * @param fingerprint of all that the caller gave; tells an equal command from another one with the same id
 * @param open whether more jobs may be added later
 * @param adds the jobs, which have to name the batch
 */
public record OpenBatch(String batch, String fingerprint, boolean open, List<Add> adds, Templates templates)
        implements Command<OpenedBatch> {
    /** The jobs to add later; null for none. */
    public record Templates(
            @Nullable Add onSuccess,
            @Nullable Add onComplete,
            @Nullable Add onFailure) {
        public static final Templates NONE = new Templates(null, null, null);

        Stream<Add> all() {
            return Stream.of(onSuccess, onComplete, onFailure).filter(Objects::nonNull);
        }

        Callbacks callbacks() {
            return new Callbacks(Callback.of(onSuccess), Callback.of(onComplete), Callback.of(onFailure));
        }
    }

    public OpenBatch {
        adds = List.copyOf(adds);
    }

    @Override
    public CommandType type() {
        return CommandType.OPEN_BATCH;
    }

    private AddAll jobsToAdd() {
        return new AddAll(adds, true);
    }

    @Override
    public List<String> queues() {
        return Stream.concat(adds.stream(), templates.all())
                .map(Add::queue)
                .distinct()
                .toList();
    }

    @Override
    public List<JobRef> lookups() {
        return Stream.concat(adds.stream(), templates.all())
                .flatMap(add -> add.lookups().stream())
                .toList();
    }

    @Override
    public List<JobRef> jobs() {
        return Stream.concat(adds.stream(), templates.all())
                .flatMap(add -> add.jobs().stream())
                .distinct()
                .toList();
    }

    @Override
    public List<String> batches() {
        return Stream.concat(Stream.of(batch), jobsToAdd().batches().stream())
                .distinct()
                .toList();
    }

    @Override
    public long growthBytes() {
        long bytes = BatchRecord.growthBytes(batch, fingerprint) + jobsToAdd().growthBytes();
        for (String queue : queues()) {
            bytes += BatchRecord.queueBytes(queue);
        }
        return bytes + templates.all().mapToLong(Callback::growthBytes).sum();
    }

    @Override
    public Outcome<OpenedBatch> apply(EngineState state) {
        JobBatch existing = state.batches().get(batch);
        if (existing != null) {
            return existing.known().fingerprint().equals(fingerprint)
                    ? Outcome.of(new OpenedBatch(
                            false,
                            adds.stream().map(add -> existing(state, add)).toList()))
                    : Outcome.refused(Rejection.BATCH_EXISTS);
        }
        if (state.batches().all().size() >= Batches.MOST) {
            return Outcome.refused(Rejection.TOO_MANY_BATCHES);
        }
        List<String> named = templates.all().map(Add::queue).distinct().toList();
        JobBatch opened = state.batches()
                .open(batch, fingerprint, state.atMicros(), state.lastNumber(), templates.callbacks(), named);
        List<AddedJob> added = jobsToAdd().apply(state).reply();
        if (added.stream().anyMatch(one -> one.rejection() != null)) {
            state.batches().remove(opened);
            return Outcome.of(new OpenedBatch(false, added));
        }
        if (!open) {
            state.batchChanges().close(opened);
        }
        return Outcome.of(new OpenedBatch(true, added));
    }

    /** What became of a job that an equal command has added. */
    private static AddedJob existing(EngineState state, Add add) {
        Job job = state.find(JobRef.of(add.id()));
        return job == null ? AddedJob.notAdded(add.id()) : AddedJob.of(job, false);
    }

    @Override
    public void write(ByteSink out) {
        out.putString(batch);
        out.putString(fingerprint);
        out.putBoolean(open);
        out.putList(adds, (to, add) -> add.write(to));
        out.putOptional(templates.onSuccess(), (to, add) -> add.write(to));
        out.putOptional(templates.onComplete(), (to, add) -> add.write(to));
        out.putOptional(templates.onFailure(), (to, add) -> add.write(to));
    }

    public static OpenBatch read(ByteSource in) {
        return new OpenBatch(
                in.getString(),
                in.getString(),
                in.getBoolean(),
                in.getList(Add::read),
                new Templates(in.getOptional(Add::read), in.getOptional(Add::read), in.getOptional(Add::read)));
    }
}
