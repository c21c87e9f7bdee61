package dev.reeve.engine.schedule;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All schedules, by name and by the time from which they have something to do.
 *
 * <p>Invariant: a schedule is in the order by time exactly if it will have something to do without a command. The jobs that
 * are awaited are the last ones of the schedules that have a run waiting.
 */
public final class Schedules {
    private final NonIterableMap<String, Schedule> byName = new NonIterableMap<>();
    private final RankedSet<Schedule> ordered = new RankedSet<>(Schedule.BY_NAME);
    private final RankedSet<Schedule> byDue = new RankedSet<>(Schedule.BY_DUE);
    private final NonIterableMap<JobId, String> awaited = new NonIterableMap<>();
    private long bytes;

    Schedules() {}

    public @Nullable Schedule get(String name) {
        return byName.get(name);
    }

    public int size() {
        return ordered.size();
    }

    /** All schedules, ordered by name. */
    public RankedSet<Schedule> all() {
        return ordered;
    }

    /** The schedules whose names follow the given name, ordered by name. */
    List<Schedule> after(String name, int limit) {
        return ordered.page(ordered.rankOf(one -> one.name().compareTo(name) <= 0 ? -1 : 0), limit);
    }

    /** The time from which a schedule has something to do. */
    long nextMicros() {
        Schedule first = byDue.first();
        return first == null ? DeadlineHeap.NEVER : first.dueMicros();
    }

    List<Schedule> due(long atMicros, int limit) {
        return byDue.page(0, Math.min(limit, dueCount(atMicros)));
    }

    int dueCount(long atMicros) {
        return byDue.rankOf(one -> one.dueMicros() <= atMicros ? -1 : 0);
    }

    /** Adds the schedule; replaces one with the same name. */
    void put(Schedule schedule) {
        remove(schedule.name());
        byName.put(schedule.name(), schedule);
        ordered.add(schedule);
        if (schedule.dueMicros() != DeadlineHeap.NEVER) {
            byDue.add(schedule);
        }
        if (schedule.isWaiting()) {
            schedule.last().forEach(job -> awaited.put(job, schedule.name()));
        }
        bytes += schedule.sizeBytes();
    }

    @Nullable
    Schedule remove(String name) {
        Schedule known = byName.remove(name);
        if (known != null) {
            ordered.remove(known);
            byDue.remove(known);
            if (known.isWaiting()) {
                known.last().forEach(awaited::remove);
            }
            bytes -= known.sizeBytes();
        }
        return known;
    }

    /** The schedule that has a run waiting for the end of that job among others; null if none has. */
    @Nullable
    Schedule waitingFor(JobId job) {
        String name = awaited.size() == 0 ? null : awaited.get(job);
        return name == null ? null : byName.get(name);
    }

    void clear() {
        byName.clear();
        ordered.clear();
        byDue.clear();
        awaited.clear();
        bytes = 0;
    }

    long sizeBytes() {
        return bytes;
    }
}
