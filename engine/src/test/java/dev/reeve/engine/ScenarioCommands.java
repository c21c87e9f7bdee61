package dev.reeve.engine;

import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.CancelBatch;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CloseBatch;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.ConfirmLeases;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.DoubtLeases;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.DropWebhook;
import dev.reeve.engine.command.Edit;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Move;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.PurgeQueue;
import dev.reeve.engine.command.PutWebhook;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.RetryBatch;
import dev.reeve.engine.command.SetDeadLetter;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.command.SetMemoryLimit;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.command.TestWebhook;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.Progress;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.queue.QueueOrder;
import dev.reeve.engine.webhook.Webhook;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The words of a {@link Scenario} that change the engine, with the commands that each one makes. */
final class ScenarioCommands {
    /** A word's meaning: how to make its command, and of which types that can be. */
    record Word(Set<CommandType> types, Function<ScenarioWords, Command<?>> reader) {
        Word(CommandType type, Function<ScenarioWords, Command<?>> reader) {
            this(Set.of(type), reader);
        }

        Command<?> read(ScenarioWords words) {
            Command<?> command = reader.apply(words);
            if (!types.contains(command.type())) {
                throw new IllegalStateException(words.first() + " is said to make " + types + ", not " + command);
            }
            return command;
        }
    }

    /** Sorted by word. */
    static final Map<String, Word> BY_WORD = table();

    private ScenarioCommands() {}

    private static Map<String, Word> table() {
        Map<String, Word> table = new TreeMap<>(QlessScenarioCommands.BY_WORD);
        table.putAll(ScenarioSchedules.BY_WORD);
        table.put("put-webhook", new Word(CommandType.PUT_WEBHOOK, ScenarioCommands::putWebhook));
        table.put("drop-webhook", new Word(CommandType.DROP_WEBHOOK, words -> new DropWebhook(words.get(1))));
        table.put("test-webhook", new Word(CommandType.TEST_WEBHOOK, words -> new TestWebhook(words.get(1))));
        table.put("tick", new Word(CommandType.TICK, words -> new Tick()));
        table.put("version", new Word(CommandType.SET_VERSION, ScenarioCommands::version));
        table.put("memory", new Word(CommandType.SET_MEMORY_LIMIT, ScenarioCommands::memoryLimit));
        table.put("clear", new Word(CommandType.CLEAR, words -> new Clear()));
        table.put("group", new Word(CommandType.COMMAND_GROUP, ScenarioCommands::group));
        table.put("add", new Word(CommandType.ADD, ScenarioCommands::add));
        table.put("addall", new Word(CommandType.ADD_ALL, ScenarioCommands::addAll));
        table.put("create", new Word(CommandType.ADD, ScenarioCommands::create));
        table.put("lease", new Word(CommandType.ACQUIRE, ScenarioCommands::lease));
        table.put("renew", new Word(CommandType.RENEW, ScenarioCommands::renew));
        table.put("complete", new Word(CommandType.COMPLETE, ScenarioCommands::complete));
        table.put("fail", new Word(CommandType.FAIL, ScenarioCommands::fail));
        table.put("release", new Word(CommandType.RELEASE, ScenarioCommands::release));
        table.put("timeout", new Word(CommandType.TIMEOUT, ScenarioCommands::timeout));
        table.put("cancel", new Word(CommandType.CANCEL, ScenarioCommands::cancel));
        table.put("requeue", new Word(CommandType.REQUEUE, ScenarioCommands::requeue));
        table.put("ask-cancel", new Word(CommandType.CANCEL, ScenarioCommands::askCancel));
        table.put("edit", new Word(CommandType.EDIT, ScenarioCommands::edit));
        table.put("enqueue", new Word(CommandType.ADD, ScenarioCommands::enqueue));
        table.put("moveto", new Word(CommandType.MOVE, words -> new Move(words.ref(), words.get(2))));
        table.put("change", new Word(CommandType.CHANGE_IF, ScenarioCommands::change));
        table.put("purge", new Word(CommandType.PURGE_QUEUE, ScenarioCommands::purge));
        table.put("pause", new Word(CommandType.PAUSE, ScenarioCommands::pause));
        table.put("resume", new Word(CommandType.PAUSE, ScenarioCommands::pause));
        table.put("delete", new Word(CommandType.DELETE, words -> new Delete(words.ref())));
        table.put("discard", new Word(CommandType.DELETE, words -> new Delete(words.ref(), true)));
        table.put("abandon", new Word(CommandType.ABANDON, words -> new Abandon(words.ref())));
        table.put("abandonall", new Word(CommandType.ABANDON_ALL, words -> new AbandonAll()));
        table.put("doubt", new Word(CommandType.DOUBT_LEASES, words -> new DoubtLeases()));
        table.put(
                "confirm",
                new Word(CommandType.CONFIRM_LEASES, words -> new ConfirmLeases(Long.parseLong(words.get(1)))));
        table.put("output", new Word(CommandType.SET_OUTPUT, ScenarioCommands::output));
        table.put("configure", new Word(CommandType.CONFIGURE_QUEUE, ScenarioCommands::configure));
        table.put("dead-letter", new Word(CommandType.SET_DEAD_LETTER, ScenarioCommands::deadLetter));
        table.put("open", new Word(CommandType.OPEN_BATCH, ScenarioCommands::open));
        table.put("close", new Word(CommandType.CLOSE_BATCH, words -> new CloseBatch(words.get(1))));
        table.put("cancel-batch", new Word(CommandType.CANCEL_BATCH, ScenarioCommands::cancelBatch));
        table.put("retry-batch", new Word(CommandType.RETRY_BATCH, words -> new RetryBatch(words.get(1))));
        table.put("limit", new Word(CommandType.SET_LIMIT, words -> new SetLimit(words.get(1), words.limit())));
        table.put("droplimit", new Word(CommandType.DROP_LIMIT, words -> new DropLimit(words.get(1))));
        table.put("deletequeue", new Word(CommandType.DELETE_QUEUE, words -> new DeleteQueue(words.get(1))));
        Set<CommandType> ends = Set.of(
                CommandType.COMPLETE, CommandType.FAIL, CommandType.TIMEOUT, CommandType.CANCEL, CommandType.REQUEUE);
        table.put("status", new Word(ends, ScenarioCommands::status));
        return table;
    }

    /** The command that a line makes; null if its first word makes none. */
    static @Nullable Command<?> read(ScenarioWords words) {
        Word word = BY_WORD.get(words.first());
        return word == null ? null : word.read(words);
    }

    private static SetVersion version(ScenarioWords words) {
        return new SetVersion(Integer.parseInt(words.get(1)));
    }

    private static SetMemoryLimit memoryLimit(ScenarioWords words) {
        return new SetMemoryLimit(Long.parseLong(words.get(1)));
    }

    /** The commands between semicolons. */
    private static CommandGroup group(ScenarioWords words) {
        List<CommandGroup.Step> steps = new ArrayList<>();
        for (String line : String.join(" ", words.rest()).split(" ; ", -1)) {
            Command<?> command = read(new ScenarioWords(line.split(" ", -1)));
            if (command == null) {
                throw new IllegalArgumentException("no command: " + line);
            }
            steps.add(new CommandGroup.Do(command));
        }
        return new CommandGroup(steps);
    }

    private static Add add(ScenarioWords words) {
        long startsAt = words.option("at") == null ? Add.NOW : words.moment("at");
        List<String> tags = words.options("tags");
        List<String> headers = words.options("headers");
        AddOptions options = new AddOptions(
                false,
                TermsPatch.NOTHING,
                words.option("klass"),
                tags == null ? List.of() : tags,
                ScenarioWords.ids(words.options("depends")),
                AddOptions.Existing.valueOf(words.option("existing", "refuse").toUpperCase(Locale.ROOT)),
                null,
                false,
                null,
                headers == null ? JobHeaders.NONE : new JobHeaders(headers),
                ties(words));
        byte[] data = words.bytes("data");
        return new Add(
                words.id(),
                words.get(2),
                data == null ? payload(words) : data,
                words.number("prio", 0),
                startsAt,
                words.terms(),
                options);
    }

    private static PutWebhook putWebhook(ScenarioWords words) {
        List<String> queues = words.options("queues");
        return new PutWebhook(new Webhook(
                words.get(1), "http://host/", words.list(2), queues == null ? List.of() : queues, "whsec_"));
    }

    static JobTies ties(ScenarioWords words) {
        String rule = words.option("iffails", "none").toUpperCase(Locale.ROOT);
        return JobTies.ofKeys(uniqueKey(words), words.option("key"))
                .withCallback(words.option("callback"))
                .withBatch(words.option("batch"))
                .withDependencies(DependencyRule.valueOf(rule), words.option("as"));
    }

    /** A batch with the jobs between semicolons, all of which name it, and callbacks in queues of the same names. */
    private static OpenBatch open(ScenarioWords words) {
        String id = words.get(1);
        List<String> rest = words.rest().subList(1, words.rest().size());
        int first = rest.indexOf(":");
        List<Add> adds = new ArrayList<>();
        if (first >= 0) {
            String jobs = String.join(" ", rest.subList(first + 1, rest.size()));
            for (String line : jobs.split(" ; ", -1)) {
                adds.add(add(new ScenarioWords(("add " + line + " batch=" + id).split(" ", -1))));
            }
        }
        return new OpenBatch(
                id,
                words.option("request", "request"),
                rest.contains("more"),
                adds,
                new OpenBatch.Templates(
                        callback(id, rest, "success"), callback(id, rest, "complete"), callback(id, rest, "failure")));
    }

    private static @Nullable Add callback(String batch, List<String> words, String moment) {
        return words.contains(moment)
                ? new Add(
                        JobId.of(batch + "-" + moment),
                        moment,
                        ScenarioWords.utf8("\1=\2+\3+\4+\5"),
                        0,
                        Add.NOW,
                        new TermsBuilder().build())
                : null;
    }

    private static CancelBatch cancelBatch(ScenarioWords words) {
        return new CancelBatch(words.get(1), words.has("force"), words.option("reason"), words.option("asker"));
    }

    private static SetDeadLetter deadLetter(ScenarioWords words) {
        String to = words.plain(2);
        return new SetDeadLetter(words.get(1), to == null ? null : new SetDeadLetter.Target(to));
    }

    private static @Nullable UniqueKey uniqueKey(ScenarioWords words) {
        String key = words.option("unique");
        return key == null
                ? null
                : new UniqueKey(
                        key,
                        words.has("unleased"),
                        words.time("holds", 0),
                        Duplicate.valueOf(words.option("else", "keep").toUpperCase(Locale.ROOT)));
    }

    /** The adds between semicolons; all or none of them if the first word says so. */
    private static AddAll addAll(ScenarioWords words) {
        boolean allOrNone = words.rest().get(0).equals("ornone");
        List<String> rest = allOrNone ? words.rest().subList(1, words.rest().size()) : words.rest();
        List<Add> adds = new ArrayList<>();
        for (String line : String.join(" ", rest).split(" ; ", -1)) {
            adds.add(add(new ScenarioWords(("add " + line).split(" ", -1))));
        }
        return new AddAll(adds, allOrNone);
    }

    /** A job on the defaults of its queue, or the standard ones, but for what is given. */
    private static Add enqueue(ScenarioWords words) {
        Long attempts = words.numberOrNull("attempts");
        Long lapses = words.numberOrNull("lapses");
        boolean delayed = words.option("backoff") != null || words.option("delays") != null;
        TermsPatch.Tries tries = new TermsPatch.Tries(
                attempts == null ? null : Math.toIntExact(attempts),
                delayed ? words.backoff() : null,
                lapses == null ? null : Math.toIntExact(lapses));
        boolean limited = attempts != null || delayed || lapses != null;
        TermsPatch.KeepPatch keep = new TermsPatch.KeepPatch(
                words.timeOrNull("completed"), words.timeOrNull("failed"), words.timeOrNull("cancelled"));
        TermsPatch patch = new TermsPatch(
                true, words.timeOrNull("ttr"), null, words.timeOrNull("ttl"), keep, null, null, limited ? tries : null);
        AddOptions options = AddOptions.NONE.withPatch(patch);
        long startsAt = words.option("at") == null ? Add.NOW : words.moment("at");
        long priority = words.number("prio", Add.QUEUE_PRIORITY);
        return new Add(words.id(), words.get(2), payload(words), priority, startsAt, Terms.STANDARD, options);
    }

    private static Cancel askCancel(ScenarioWords words) {
        return Cancel.request(words.ref(), words.has("force"), words.option("reason"), words.option("asker"));
    }

    private static Edit edit(ScenarioWords words) {
        Long attempts = words.numberOrNull("attempts");
        return new Edit(
                words.ref(),
                words.numberOrNull("prio"),
                words.option("at") == null ? null : (Long) words.moment("at"),
                words.options("tags"),
                attempts == null ? null : Math.toIntExact(attempts));
    }

    private static Requeue requeue(ScenarioWords words) {
        long startsAt = words.option("at") == null ? Add.NOW : words.moment("at");
        return new Requeue(words.ref(), words.claim(), startsAt, words.has("anew"));
    }

    /** What to do, with a job that is in one of the states. */
    private static ChangeIf change(ScenarioWords words) {
        return new ChangeIf(
                words.ref(),
                states(words.list(3)),
                ChangeIf.Kind.valueOf(words.get(2).toUpperCase(Locale.ROOT)),
                words.option("at") == null ? Add.NOW : words.moment("at"),
                words.option("to"),
                words.option("asker"));
    }

    private static List<State> states(List<String> names) {
        return names.stream()
                .map(name -> State.valueOf(name.toUpperCase(Locale.ROOT)))
                .toList();
    }

    private static PurgeQueue purge(ScenarioWords words) {
        return new PurgeQueue(words.get(1), states(words.list(2)));
    }

    private static Pause pause(ScenarioWords words) {
        return new Pause(words.list(1), words.first().equals("pause"), !words.has("existing"));
    }

    private static Add create(ScenarioWords words) {
        Long retries = words.numberOrNull("retries");
        TermsPatch patch = new TermsPatch(
                words.timeOrNull("ttr"),
                words.timeOrNull("heartbeat"),
                words.timeOrNull("keep"),
                retries == null ? null : Math.toIntExact(retries),
                words.option("delays") == null ? null : words.delays());
        List<String> tags = words.options("tags");
        return new Add(
                words.id(),
                words.get(2),
                payload(words),
                0,
                Add.NOW,
                new TermsBuilder().rule(RetryPolicy.Rule.RETRIES).build(),
                AddOptions.inDeclaredQueue(patch, tags == null ? List.of() : tags));
    }

    private static byte[] payload(ScenarioWords words) {
        return ScenarioWords.utf8("payload of " + words.get(1));
    }

    /** Acquires jobs; with the option now, by the caller's clock. */
    static Acquire lease(ScenarioWords words) {
        return new Acquire(
                words.list(1),
                words.option("by"),
                (int) words.number("count", 1),
                words.time("for", 0),
                words.clock(),
                order(words),
                words.number("bytes", 0));
    }

    private static QueueOrder order(ScenarioWords words) {
        String order = words.option("order", "random");
        return switch (order) {
            case "random" -> QueueOrder.RANDOM;
            case "listed" -> QueueOrder.LISTED;
            default ->
                QueueOrder.weighted(
                        List.of(order.split(",")).stream().map(Integer::valueOf).toList());
        };
    }

    private static Renew renew(ScenarioWords words) {
        List<String> progress = parts(words, "progress");
        return new Renew(
                words.ref(),
                words.claim(),
                words.time("for", 0),
                words.bytes("data"),
                words.clock(),
                progress.isEmpty() ? null : new Progress(Integer.parseInt(progress.get(0)), progress.get(1)));
    }

    /** What is between the colons of an option. */
    private static List<String> parts(ScenarioWords words, String name) {
        String value = words.option(name);
        return value == null ? List.of() : List.of(value.split(":", -1));
    }

    private static byte[] result(ScenarioWords words) {
        String given = words.plain(2);
        return ScenarioWords.utf8(given == null ? "" : given);
    }

    private static Complete complete(ScenarioWords words) {
        String next = words.option("next");
        Complete.NextStage stage = next == null
                ? null
                : new Complete.NextStage(next, words.time("delay", 0), ScenarioWords.ids(words.options("depends")));
        return new Complete(words.ref(), words.claim(), result(words), words.option("in"), stage, words.clock());
    }

    private static Fail fail(ScenarioWords words) {
        List<String> error = parts(words, "error");
        String retry = words.option("retry");
        return new Fail(
                words.ref(),
                words.claim(),
                result(words),
                words.option("group"),
                words.bytes("data"),
                words.clock(),
                error.isEmpty() ? null : new JobError(error.get(0), error.get(1), error.get(2), 0),
                retry == null
                        ? RetryChoice.POLICY
                        : retry.equals("never") ? RetryChoice.NEVER : RetryChoice.after(words.time("retry", 0)));
    }

    private static Release release(ScenarioWords words) {
        return new Release(words.ref(), words.claim(), words.has("undelivered"), words.time("delay", 0));
    }

    private static Timeout timeout(ScenarioWords words) {
        return new Timeout(words.refs(), words.claimOfLease(), words.bytes("output"), words.clock());
    }

    private static Cancel cancel(ScenarioWords words) {
        return new Cancel(words.refs(), words.claim(), words.bytes("output"), !words.has("keep"), words.clock());
    }

    private static SetOutput output(ScenarioWords words) {
        return new SetOutput(words.ref(), words.claim(), words.bytes(2));
    }

    private static ConfigureQueue configure(ScenarioWords words) {
        return new ConfigureQueue(words.get(1), words.terms(), words.numberOrNull("prio"), words.limitOrNull());
    }

    private static Command<?> status(ScenarioWords words) {
        byte[] output = words.plain(3) == null ? null : words.bytes(3);
        Claim claim = words.claim();
        Claim held = words.claimOfLease();
        return switch (Status.valueOf(words.get(2).toUpperCase(Locale.ROOT))) {
            case COMPLETED -> new Complete(words.ref(), held, output);
            case FAILED -> new Fail(words.ref(), held, output);
            case TIMED_OUT -> new Timeout(words.refs(), held, output, null);
            case CANCELLED -> new Cancel(words.refs(), claim, output, false, null);
            case QUEUED -> new Requeue(words.ref(), claim);
            case RUNNING -> throw new IllegalArgumentException("only a worker can start a job");
        };
    }
}
