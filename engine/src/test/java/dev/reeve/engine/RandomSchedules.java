package dev.reeve.engine;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.DropSchedule;
import dev.reeve.engine.command.PauseSchedule;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.command.RunNow;
import dev.reeve.engine.command.SetNext;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.schedule.ScheduleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Commands on a few schedules, mostly with the times that a node would hand in. */
final class RandomSchedules {
    private static final long SECOND = 1_000_000;
    private static final long EVERY = 5 * SECOND;

    private final SplittableRandom random;
    private final Supplier<String> anyQueue;

    RandomSchedules(SplittableRandom random, Supplier<String> anyQueue) {
        this.random = random;
        this.anyQueue = anyQueue;
    }

    Command<?> next(EngineView engine, long at) {
        String name = "schedule" + random.nextInt(3);
        return switch (random.nextInt(12)) {
            case 0, 1 -> put(name, at);
            case 2 -> new RunNow(name);
            case 3 -> new PauseSchedule(name, random.nextBoolean(), at + EVERY);
            case 4 -> random.nextInt(3) > 0 ? new PauseSchedule(name, false, at + EVERY) : new DropSchedule(name);
            default -> setNext(engine, name, at);
        };
    }

    private PutSchedule put(String name, long at) {
        Add add = new Add(JobId.of(name), anyQueue.get(), new byte[random.nextInt(50)], 0, Add.NOW, Terms.STANDARD);
        ScheduleSpec spec = new ScheduleSpec(
                random.nextInt(4) == 0 ? "0 * * * *" : null,
                "UTC",
                EVERY,
                JobTemplate.of(add),
                MissedRuns.ofCode(random.nextInt(3)),
                Overlap.ofCode(random.nextInt(3)));
        return new PutSchedule(name, spec, at + random.nextLong(EVERY));
    }

    private SetNext setNext(EngineView engine, String name, long at) {
        Schedule known = engine.schedules().get(name);
        long next = known == null ? at : known.nextMicros();
        List<Long> due = new ArrayList<>();
        for (long time = next; time <= at && due.size() < 5; time += EVERY) {
            due.add(time);
        }
        long after = random.nextInt(20) == 0 ? next + 1 : next;
        return new SetNext(name, after, due, at, next <= at ? at + random.nextLong(EVERY) : next);
    }
}
