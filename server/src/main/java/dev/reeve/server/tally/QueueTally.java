package dev.reeve.server.tally;

import dev.reeve.engine.Effects;
import dev.reeve.engine.JobEventType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What happened to the jobs of one queue, and how long they waited and ran. */
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

    void jobEvent(JobEventType type, long micros) {
        of(type).add(1);
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

    /** Its own, or those that it shares with all others that came too late to get some. */
    public JobTimes times() {
        return times;
    }

    public boolean hasOwnTimes() {
        return ownTimes;
    }
}
