package dev.reeve.door.ocypod;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.node.LongQuery;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Long query for the numbers of a queue's jobs by status, ascending; the result is empty if the queue does not exist. A
 * queue of usual size is read in one step. A larger one is read in steps by number, so that each job that exists during
 * the whole query is listed once, with its status at the time of its step.
 */
final class JobNumbers implements LongQuery<Map<Status, long[]>> {
    static final int JOBS_A_STEP = 4096;

    private final String queue;
    private final Map<Status, LongStream.Builder> found = new EnumMap<>(Status.class);
    private long last;

    JobNumbers(String queue) {
        this.queue = queue;
        Queues.STATUSES.forEach(status -> found.put(status, LongStream.builder()));
    }

    @Override
    public @Nullable Map<Status, long[]> step(EngineView engine) {
        if (last == 0) {
            QueueView view = engine.queue(queue);
            if (view == null || size(view) <= JOBS_A_STEP) {
                return atOnce(engine, view);
            }
        }
        last = engine.scanJobs(queue, last, JOBS_A_STEP, this::add);
        return last == Long.MAX_VALUE ? collected() : null;
    }

    private static int size(QueueView view) {
        return Queues.STATUSES.stream().mapToInt(view::count).sum();
    }

    private Map<Status, long[]> atOnce(EngineView engine, @Nullable QueueView view) {
        Map<Status, long[]> all = new EnumMap<>(Status.class);
        if (view != null) {
            Queues.STATUSES.forEach(status -> all.put(status, engine.jobs(queue, status)));
        }
        return all;
    }

    private void add(long number, Status status) {
        LongStream.Builder numbers = found.get(status);
        if (numbers != null) {
            numbers.add(number);
        }
    }

    private Map<Status, long[]> collected() {
        Map<Status, long[]> all = new EnumMap<>(Status.class);
        found.forEach((status, numbers) -> all.put(status, numbers.build().toArray()));
        return all;
    }
}
