package dev.reeve.engine.search;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.FailureGroups;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list: those that meet every condition. A list is met by any of its elements; an empty one and null are no
 * condition.
 *
 * @param queues names of queues that are not deleted
 * @param types kinds of jobs; a job without one has the name of its queue
 * @param workers names of workers that hold the job
 * @param failures failure groups of failed jobs
 * @param created when the job was created
 * @param ended when the job ended
 * @param text in id, type, tags, error or payload; see {@link TextMatch}
 * @param limitKeys keys of limits
 * @param batches ids of batches that have not been forgotten
 */
public record JobFilter(
        List<String> queues,
        List<State> states,
        List<String> types,
        List<String> tags,
        List<String> workers,
        List<String> failures,
        @Nullable String idPrefix,
        @Nullable Span created,
        @Nullable Span ended,
        @Nullable String text,
        List<String> limitKeys,
        List<String> batches) {
    /** Of more queues than this the sets are not merged. */
    private static final int MOST_QUEUES = 1_000;

    /** No condition. */
    public static final JobFilter ALL =
            new JobFilter(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null, null);

    /** The time from the first moment up to the second, which is not included. */
    public record Span(long fromMicros, long toMicros) {
        boolean contains(long micros) {
            return micros >= fromMicros && micros < toMicros;
        }
    }

    public JobFilter {
        queues = List.copyOf(queues);
        states = List.copyOf(states);
        types = List.copyOf(types);
        tags = List.copyOf(tags);
        workers = List.copyOf(workers);
        failures = List.copyOf(failures);
        limitKeys = List.copyOf(limitKeys);
        batches = List.copyOf(batches);
    }

    /** Conditions on anything but keys and batches. */
    public JobFilter(
            List<String> queues,
            List<State> states,
            List<String> types,
            List<String> tags,
            List<String> workers,
            List<String> failures,
            @Nullable String idPrefix,
            @Nullable Span created,
            @Nullable Span ended,
            @Nullable String text) {
        this(queues, states, types, tags, workers, failures, idPrefix, created, ended, text, List.of(), List.of());
    }

    /** These conditions, for the jobs of these batches. */
    public JobFilter inBatches(List<String> ids) {
        return new JobFilter(
                queues, states, types, tags, workers, failures, idPrefix, created, ended, text, limitKeys, ids);
    }

    /** The jobs of these queues in these states. */
    public static JobFilter of(List<String> queues, List<State> states) {
        return new JobFilter(queues, states, List.of(), List.of(), List.of(), List.of(), null, null, null, null);
    }

    /** The states of the jobs that can meet the conditions: only a leased job has a worker, only a failed one a group. */
    boolean mayBeIn(State state) {
        return (states.isEmpty() || states.contains(state))
                && (workers.isEmpty() || state == State.LEASED)
                && (failures.isEmpty() || state == State.FAILED)
                && (ended == null || state.ended());
    }

    /** Whether the job meets all conditions but that on the text. */
    boolean matches(Job job) {
        return mayBeIn(job.state())
                && (queues.isEmpty()
                        || (!job.queue().deleted()
                                && queues.contains(job.queue().name())))
                && (types.isEmpty() || types.contains(type(job)))
                && (tags.isEmpty() || job.labels().tags().stream().anyMatch(tags::contains))
                && (workers.isEmpty() || isHeldByOne(job))
                && (failures.isEmpty() || failedInOne(job))
                && (limitKeys.isEmpty() || isOfOneKey(job))
                && (batches.isEmpty() || isInOne(job))
                && (idPrefix == null || job.id().toString().startsWith(idPrefix))
                && (created == null || created.contains(job.createdAtMicros()))
                && (ended == null || ended.contains(job.endedAtMicros()));
    }

    private static String type(Job job) {
        return job.labels().klassIn(job.queue().name());
    }

    private boolean isHeldByOne(Job job) {
        Lease lease = job.lease();
        return lease != null && lease.worker() != null && workers.contains(lease.worker());
    }

    private boolean isInOne(Job job) {
        String batch = job.options().ties().batch();
        return batch != null && batches.contains(batch);
    }

    private boolean isOfOneKey(Job job) {
        String key = job.ties().limitKey();
        return key != null && limitKeys.contains(key);
    }

    private boolean failedInOne(Job job) {
        Failure failure = FailureGroups.failure(job);
        return failure != null && failures.contains(failure.group());
    }

    /** Whether the queues of the jobs are named, or so few that their sets can be merged. */
    boolean hasFewQueues(EngineState state) {
        return !queues.isEmpty()
                || state.queues().size() + state.deletedQueues().size() <= MOST_QUEUES;
    }

    /** The queues of the jobs. */
    List<JobQueue> queuesIn(EngineState state) {
        List<JobQueue> found = new ArrayList<>();
        if (queues.isEmpty()) {
            found.addAll(state.queues().all());
            found.addAll(state.deletedQueues().all());
        }
        for (String name : queues.stream().distinct().toList()) {
            JobQueue queue = state.queue(name);
            if (queue != null) {
                found.add(queue);
            }
        }
        return found;
    }

    /** Whether there are conditions besides queues, states, tags and failure groups, which have indexes. */
    boolean needsLooks() {
        return !types.isEmpty()
                || !workers.isEmpty()
                || !limitKeys.isEmpty()
                || idPrefix != null
                || created != null
                || ended != null
                || text != null;
    }
}
