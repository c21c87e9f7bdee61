package dev.reeve.engine.schedule;

import dev.reeve.engine.ReadRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read access to schedules. A reader sees those whose jobs are for a queue that it may see. */
public final class ScheduleQueries {
    private static final int PAGE = 1000;

    private final Schedules schedules;
    private final ReadRule rule;

    public ScheduleQueries(ScheduleRuns runs, ReadRule rule) {
        this(runs.all(), rule);
    }

    private ScheduleQueries(Schedules schedules, ReadRule rule) {
        this.schedules = schedules;
        this.rule = rule;
    }

    /** The same for a reader that may see less. */
    public ScheduleQueries restricted(ReadRule narrower) {
        return new ScheduleQueries(schedules, narrower);
    }

    public int count() {
        return schedules.size();
    }

    /** The time from which a schedule has something to do; the largest number if none will have. */
    public long nextMicros() {
        return schedules.nextMicros();
    }

    /** The schedules that have something to do at that time, the first ones. */
    public List<Schedule> due(long atMicros, int limit) {
        return schedules.due(atMicros, limit);
    }

    /** How many schedules have something to do at that time. */
    public int dueCount(long atMicros) {
        return schedules.dueCount(atMicros);
    }

    /** The queue of the schedule's jobs; null if there is no such schedule. */
    public @Nullable String queueOf(String name) {
        Schedule known = schedules.get(name);
        return known == null ? null : known.spec().job().queue();
    }

    public @Nullable Schedule get(String name) {
        Schedule known = schedules.get(name);
        if (known == null) {
            return null;
        }
        rule.require(known.spec().job().queue());
        return shown(known);
    }

    /** The schedules whose names follow the given name, ordered by name. */
    public List<Schedule> after(String name, int limit) {
        List<Schedule> found = new ArrayList<>();
        String last = name;
        boolean more = limit > 0;
        while (more) {
            List<Schedule> page = schedules.after(last, PAGE);
            for (Schedule schedule : page) {
                if (found.size() < limit && rule.allows(schedule.spec().job().queue())) {
                    found.add(shown(schedule));
                }
                last = schedule.name();
            }
            more = page.size() == PAGE && found.size() < limit;
        }
        return found;
    }

    private Schedule shown(Schedule schedule) {
        return rule.showsPayloads(schedule.spec().job().queue()) ? schedule : schedule.withoutContent();
    }
}
