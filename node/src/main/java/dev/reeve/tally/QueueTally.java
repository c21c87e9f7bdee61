package dev.reeve.tally;

import dev.reeve.engine.Effects;
import dev.reeve.engine.JobEventType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Counters of job events of one queue, and histograms of waiting and run times. */
public final class QueueTally {
    private final Map<JobEventType, Counter> jobEvent = new EnumMap<>(JobEventType.class);
    private final JobTimes times;
    private final boolean ownTimes;

    QueueTally(JobTimes times, boolean ownTimes) {
        this.times = times;
        for (JobEventType type : JobEventType.values()) {
            jobEvent.put(type, new Counter());
        }
        this.ownTimes = ownTimes;
    }

    void count(JobEventType type, long events) {
        of(type).add(events);
    }

    void jobEvent(JobEventType type, long micros) {
        count(type, 1);
        if (micros != Effects.UNKNOWN_DURATION) {
            (type == JobEventType.LEASED ? times.waits() : times.runs()).add(micros);
        }
    }

    public long count(JobEventType type) {
        return of(type).get();
    }

    private Counter of(JobEventType type) {
        return Objects.requireNonNull(jobEvent.get(type));
    }

    /** The queue's own histograms, or the shared ones if the limit of own histograms was reached. */
    public JobTimes times() {
        return times;
    }

    public boolean hasOwnTimes() {
        return ownTimes;
    }
}
