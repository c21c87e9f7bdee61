package dev.reeve.engine.command;

import dev.reeve.engine.AddOrder;
import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.UniqueKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds jobs, each as its {@link Add} says, in their order but for those that depend on later ones. Returns what became of each of them.
 *
 * @param adds at most {@link #MAX_JOBS}
 * @param allOrNone whether no job is added if one is refused
 */
public record AddAll(List<Add> adds, boolean allOrNone) implements Command<List<AddedJob>> {
    public static final int MAX_JOBS = 1000;

    public AddAll {
        adds = List.copyOf(adds);
        if (adds.size() > MAX_JOBS) {
            throw new IllegalArgumentException("expected up to " + MAX_JOBS + " jobs, but got " + adds.size());
        }
    }

    @Override
    public CommandType type() {
        return CommandType.ADD_ALL;
    }

    @Override
    public List<String> queues() {
        List<String> names = new ArrayList<>(1);
        for (Add add : adds) {
            // Neighbours are mostly in the same queue.
            if (names.isEmpty() || !names.get(names.size() - 1).equals(add.queue())) {
                names.add(add.queue());
            }
        }
        return names.stream().distinct().toList();
    }

    @Override
    public int mostChanged() {
        return adds.size();
    }

    @Override
    public List<JobRef> lookups() {
        return adds.stream().flatMap(add -> add.lookups().stream()).toList();
    }

    @Override
    public List<JobRef> jobs() {
        return adds.stream().flatMap(add -> add.jobs().stream()).distinct().toList();
    }

    @Override
    public List<String> batches() {
        return adds.stream().flatMap(add -> add.batches().stream()).distinct().toList();
    }

    @Override
    public long growthBytes() {
        long bytes = 0;
        for (String queue : queues()) {
            bytes += Growth.queue(queue);
        }
        for (Add add : adds) {
            bytes += add.jobBytes();
        }
        return bytes;
    }

    @Override
    public long growthBytes(EngineState state) {
        long bytes = 0;
        for (String queue : queues()) {
            bytes += Growth.queue(state, queue);
        }
        for (Add add : adds) {
            bytes += add.jobBytes(state);
        }
        return bytes;
    }

    @Override
    public Outcome<List<AddedJob>> apply(EngineState state) {
        if (allOrNone) {
            List<AddedJob> refused = refusals(state);
            if (!refused.isEmpty()) {
                return Outcome.of(refused);
            }
        }
        AddOrder order = new AddOrder(adds);
        AddedJob[] added = new AddedJob[adds.size()];
        for (int index : order.indexes()) {
            Add add = adds.get(index);
            Outcome<AddedJob> outcome =
                    order.isInCycle(index) ? Outcome.refused(Rejection.DEPENDENCY_CYCLE) : add.apply(state);
            Rejection why = outcome.rejection();
            added[index] = why == null ? outcome.reply() : AddedJob.refused(add.id(), why);
        }
        return Outcome.of(List.of(added));
    }

    /** What to answer if one of the jobs would be refused; empty if none would be. */
    private List<AddedJob> refusals(EngineState state) {
        AddOrder order = new AddOrder(adds);
        AddedJob[] answers = new AddedJob[adds.size()];
        NonIterableMap<JobId, Add> earlier = new NonIterableMap<>();
        NonIterableMap<String, Add> earlierKeys = new NonIterableMap<>();
        boolean refused = false;
        for (int index : order.indexes()) {
            Add add = adds.get(index);
            Job existing = state.find(JobRef.of(add.id()));
            UniqueKey unique = add.options().ties().unique();
            String key = unique == null ? null : add.queue() + '\n' + unique.key();
            boolean keyTaken = key != null && earlierKeys.contains(key);
            Rejection why = order.isInCycle(index)
                    ? Rejection.DEPENDENCY_CYCLE
                    : add.refusal(state, existing, earlier, keyTaken);
            refused |= why != null;
            answers[index] = why == null ? AddedJob.notAdded(add.id()) : AddedJob.refused(add.id(), why);
            // One that finds its key held creates no job that others could depend on.
            boolean known = existing != null || (!keyTaken && add.createsJob(state));
            if (known && earlier.get(add.id()) == null) {
                earlier.put(add.id(), add);
                if (key != null && existing == null) {
                    earlierKeys.put(key, add);
                }
            }
        }
        return refused ? List.of(answers) : List.of();
    }

    @Override
    public void write(ByteSink out) {
        out.putBoolean(allOrNone);
        out.putList(adds, (to, add) -> add.write(to));
    }

    public static AddAll read(ByteSource in) {
        boolean allOrNone = in.getBoolean();
        return new AddAll(in.getList(Add::read), allOrNone);
    }
}
