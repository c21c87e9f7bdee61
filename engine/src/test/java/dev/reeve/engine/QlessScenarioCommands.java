package dev.reeve.engine;

import dev.reeve.engine.ScenarioCommands.Word;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessTerms;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.RecurringPatch;
import dev.reeve.engine.qless.command.Configure;
import dev.reeve.engine.qless.command.ForgetQueues;
import dev.reeve.engine.qless.command.ForgetWorkers;
import dev.reeve.engine.qless.command.ListJobsOfWorker;
import dev.reeve.engine.qless.command.ListWorkers;
import dev.reeve.engine.qless.command.Peek;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.Retry;
import dev.reeve.engine.qless.command.TagRecurring;
import dev.reeve.engine.qless.command.Track;
import dev.reeve.engine.qless.command.Unfail;
import dev.reeve.engine.qless.command.Unrecur;
import dev.reeve.engine.qless.command.UpdateRecurring;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Those words of a {@link Scenario} that change the engine as only callers with their own clocks do. */
final class QlessScenarioCommands {
    static final Map<String, Word> BY_WORD = table();

    private static final String KLASS = "k";

    private QlessScenarioCommands() {}

    private static Map<String, Word> table() {
        Map<String, Word> table = new TreeMap<>();
        table.put("put", new Word(CommandType.ADD, words -> put(words, AddOptions.Existing.MOVE)));
        table.put("move", new Word(CommandType.ADD, words -> put(words, AddOptions.Existing.REQUIRE)));
        table.put("pop", new Word(CommandType.ACQUIRE, QlessScenarioCommands::pop));
        table.put("peek", new Word(CommandType.PEEK, QlessScenarioCommands::peek));
        table.put("retry", new Word(CommandType.RETRY, QlessScenarioCommands::retry));
        table.put("unfail", new Word(CommandType.UNFAIL, QlessScenarioCommands::unfail));
        table.put("tag", new Word(CommandType.TAG, words -> tag(words, true)));
        table.put("untag", new Word(CommandType.TAG, words -> tag(words, false)));
        table.put("depend", new Word(CommandType.DEPEND, words -> depend(words, true)));
        table.put("undepend", new Word(CommandType.DEPEND, words -> depend(words, false)));
        table.put("priority", new Word(CommandType.PRIORITIZE, QlessScenarioCommands::prioritize));
        table.put("log", new Word(CommandType.LOG, QlessScenarioCommands::log));
        table.put("track", new Word(CommandType.TRACK, words -> track(words, true)));
        table.put("untrack", new Word(CommandType.TRACK, words -> track(words, false)));
        table.put("recur", new Word(CommandType.RECUR, QlessScenarioCommands::recur));
        table.put("unrecur", new Word(CommandType.UNRECUR, words -> new Unrecur(words.id())));
        table.put("update-recurring", new Word(CommandType.UPDATE_RECURRING, QlessScenarioCommands::updateRecurring));
        table.put("tag-recurring", new Word(CommandType.TAG_RECURRING, words -> tagRecurring(words, true)));
        table.put("untag-recurring", new Word(CommandType.TAG_RECURRING, words -> tagRecurring(words, false)));
        table.put("set", new Word(CommandType.CONFIGURE, words -> new Configure(words.get(1), words.get(2))));
        table.put("unset", new Word(CommandType.CONFIGURE, words -> new Configure(words.get(1), null)));
        table.put("forget-worker", new Word(CommandType.FORGET_WORKERS, words -> new ForgetWorkers(words.list(1))));
        table.put("list-workers", new Word(CommandType.LIST_WORKERS, words -> new ListWorkers(words.requiredClock())));
        table.put(
                "list-jobs-of",
                new Word(
                        CommandType.LIST_JOBS_OF_WORKER,
                        words -> new ListJobsOfWorker(words.requiredClock(), words.get(1))));
        table.put("forget-queue", new Word(CommandType.FORGET_QUEUES, words -> new ForgetQueues(words.list(1))));
        return table;
    }

    private static Add put(ScenarioWords words, AddOptions.Existing existing) {
        CallerClock clock = words.requiredClock();
        Long retries = words.numberOrNull("retries");
        AddOptions options = new AddOptions(
                false,
                retries == null ? TermsPatch.NOTHING : new TermsPatch(null, null, null, Math.toIntExact(retries), null),
                words.option("klass", KLASS),
                words.options("tags"),
                ScenarioWords.ids(words.options("depends")),
                existing,
                words.option("by"),
                words.option("prio") == null,
                clock,
                JobHeaders.NONE,
                JobTies.NONE);
        long delay = words.time("delay", 0);
        return new Add(
                words.id(),
                words.get(2),
                ScenarioWords.utf8(words.option("data", "{}")),
                words.number("prio", 0),
                delay > 0 ? clock.after(delay) : Add.NOW,
                QlessTerms.DEFAULT,
                options);
    }

    private static Command<?> pop(ScenarioWords words) {
        words.requiredClock();
        return ScenarioCommands.lease(words);
    }

    private static Peek peek(ScenarioWords words) {
        return new Peek(words.requiredClock(), words.get(1), (int) words.number("count", 1));
    }

    private static Retry retry(ScenarioWords words) {
        return new Retry(
                words.requiredClock(),
                words.id(),
                words.get(2),
                words.option("by", ""),
                words.time("delay", 0),
                words.option("group"),
                words.option("message"));
    }

    private static Unfail unfail(ScenarioWords words) {
        return new Unfail(words.requiredClock(), words.get(1), words.get(2), (int) words.number("count", 25));
    }

    private static Tag tag(ScenarioWords words, boolean add) {
        return new Tag(words.clock(), words.id(), add, words.list(2));
    }

    private static Depend depend(ScenarioWords words, boolean add) {
        boolean all = words.get(2).equals("all");
        return new Depend(words.clock(), words.id(), add, all ? null : ScenarioWords.ids(words.list(2)));
    }

    private static Prioritize prioritize(ScenarioWords words) {
        return new Prioritize(words.id(), Long.parseLong(words.get(2)));
    }

    private static Log log(ScenarioWords words) {
        return new Log(words.clock(), words.id(), words.get(2), words.bytes("data"));
    }

    private static Track track(ScenarioWords words, boolean tracked) {
        List<String> tags = words.options("tags");
        return new Track(
                words.requiredClock(), words.id(), tracked, words.has("existing"), tags == null ? List.of() : tags);
    }

    private static Recur recur(ScenarioWords words) {
        CallerClock clock = words.requiredClock();
        List<String> tags = words.options("tags");
        RecurringJob job = new RecurringJob(
                words.id(),
                words.get(2),
                words.option("klass", KLASS),
                ScenarioWords.utf8(words.option("data", "{}")),
                words.number("prio", 0),
                tags == null ? List.of() : tags,
                (int) words.number("retries", 5),
                words.number("backlog", 0),
                0,
                words.time("every", 60_000_000),
                words.option("first") == null ? clock.nowMicros() : words.moment("first"));
        return new Recur(clock, job);
    }

    private static UpdateRecurring updateRecurring(ScenarioWords words) {
        RecurringPatch patch = new RecurringPatch(
                words.option("queue"),
                words.option("klass"),
                words.bytes("data"),
                words.numberOrNull("prio"),
                words.numberOrNull("retries"),
                words.timeOrNull("every"),
                words.numberOrNull("backlog"));
        return new UpdateRecurring(words.requiredClock(), words.id(), patch);
    }

    private static TagRecurring tagRecurring(ScenarioWords words, boolean add) {
        return new TagRecurring(words.id(), add, words.list(2));
    }
}
