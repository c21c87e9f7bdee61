package dev.reeve.server.tally;

import dev.reeve.engine.Effects;
import dev.reeve.engine.Milestone;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What happened to the jobs of one queue, and how long they waited and ran. */
public final class QueueTally {
    private final Map<Milestone, Count> passed = new EnumMap<>(Milestone.class);
    private final JobTimes times;
    private final boolean ownTimes;

    QueueTally(JobTimes times, boolean ownTimes) {
        this.times = times;
        for (Milestone milestone : Milestone.values()) {
            passed.put(milestone, new Count());
        }
        this.ownTimes = ownTimes;
    }

    void passed(Milestone milestone, long micros) {
        of(milestone).add(1);
        if (micros != Effects.UNTOLD) {
            (milestone == Milestone.LEASED ? times.waits() : times.runs()).add(micros);
        }
    }

    public long count(Milestone milestone) {
        return of(milestone).get();
    }

    private Count of(Milestone milestone) {
        return Objects.requireNonNull(passed.get(milestone));
    }

    /** Its own, or those that it shares with all others that came too late to get some. */
    public JobTimes times() {
        return times;
    }

    public boolean hasOwnTimes() {
        return ownTimes;
    }
}
