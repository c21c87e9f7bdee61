package dev.reeve.engine;

import dev.reeve.engine.ScenarioCommands.Word;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.DropSchedule;
import dev.reeve.engine.command.PauseSchedule;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.command.RunNow;
import dev.reeve.engine.command.SetNext;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.schedule.ScheduleSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The words of a {@link Scenario} about schedules. */
final class ScenarioSchedules {
    static final Map<String, Word> BY_WORD = Map.of(
            "put-schedule", new Word(CommandType.PUT_SCHEDULE, ScenarioSchedules::put),
            "set-next", new Word(CommandType.SET_NEXT, ScenarioSchedules::setNext),
            "run-now", new Word(CommandType.RUN_NOW, words -> new RunNow(words.get(1))),
            "drop-schedule", new Word(CommandType.DROP_SCHEDULE, words -> new DropSchedule(words.get(1))),
            "pause-schedule", new Word(CommandType.PAUSE_SCHEDULE, words -> new PauseSchedule(words.get(1), true, 0)),
            "resume-schedule",
                    new Word(
                            CommandType.PAUSE_SCHEDULE,
                            words -> new PauseSchedule(words.get(1), false, words.moment("at"))));

    private ScenarioSchedules() {}

    private static PutSchedule put(ScenarioWords words) {
        byte[] data = words.bytes("data");
        Add job = new Add(
                words.id(),
                words.get(2),
                data == null ? new byte[0] : data,
                0,
                Add.NOW,
                words.terms(),
                AddOptions.NONE.withTies(ScenarioCommands.ties(words)));
        ScheduleSpec spec = new ScheduleSpec(
                null,
                "UTC",
                words.time("every", 60_000_000),
                JobTemplate.of(job),
                MissedRuns.valueOf(words.option("missed", "one").toUpperCase(Locale.ROOT)),
                Overlap.valueOf(words.option("overlap", "allow").toUpperCase(Locale.ROOT)));
        return new PutSchedule(words.get(1), spec, words.moment("at"));
    }

    private static SetNext setNext(ScenarioWords words) {
        List<Long> due = Objects.requireNonNull(words.options("due")).stream()
                .map(time -> DeadlineHeap.after(ScenarioWords.START_MICROS, ScenarioWords.micros(time)))
                .toList();
        long last = due.isEmpty() ? ScenarioWords.START_MICROS : due.get(due.size() - 1);
        long seen = words.option("seen") == null ? last : words.moment("seen");
        return new SetNext(words.get(1), words.moment("after"), due, seen, words.moment("at"));
    }

    static String answer(EngineView engine, String name) {
        Schedule schedule = engine.schedules().get(name);
        if (schedule == null) {
            return "none";
        }
        String last = schedule.last().stream()
                .map(id -> engine.job(JobRef.of(id)) == null ? "gone" : id.toString())
                .map(id -> id.substring(id.indexOf('@') + 1))
                .collect(Collectors.joining(" "));
        return (schedule.paused() ? "paused" : "next=" + ScenarioReplies.moment(schedule.nextMicros()))
                + (schedule.waiting() == null
                        ? ""
                        : " waiting="
                                + ScenarioReplies.moment(schedule.waiting().forMicros())
                                + (schedule.waiting().free() ? " free" : ""))
                + (last.isEmpty() ? "" : " last=" + last);
    }
}
