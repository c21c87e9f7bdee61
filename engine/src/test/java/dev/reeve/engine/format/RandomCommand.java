package dev.reeve.engine.format;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.SetVersion;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
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
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Commands of every type with any content that can be told, sensible or not. */
final class RandomCommand {
    private final SplittableRandom random;

    RandomCommand(SplittableRandom random) {
        this.random = random;
    }

    Entry<?> entry(CommandType type) {
        return new Entry<>(number(), random.nextBoolean() ? 0 : random.nextLong(), command(type));
    }

    private Command<?> command(CommandType type) {
        return switch (type) {
            case SET_VERSION -> new SetVersion(random.nextInt(EngineVersion.CURRENT + 1));
            case TICK -> new Tick();
            case ADD -> new Add(id(), text(), bytes(), random.nextLong(), start(), terms(), options());
            case ACQUIRE -> new Acquire(texts(), maybeText(), count(), number(), maybeClock());
            case COMPLETE -> new Complete(ref(), claim(), maybeBytes(), maybeText(), stage(), maybeClock());
            case FAIL -> new Fail(ref(), claim(), maybeBytes(), maybeText(), maybeBytes(), maybeClock());
            case RELEASE -> new Release(ref(), claim(), random.nextBoolean());
            case RENEW -> new Renew(ref(), claim(), number(), maybeBytes(), maybeClock());
            case REQUEUE -> new Requeue(ref(), claim());
            case DELETE -> new Delete(ref(), random.nextBoolean());
            case ABANDON -> new Abandon(ref());
            case ABANDON_ALL -> new AbandonAll();
            case SET_OUTPUT -> new SetOutput(ref(), claim(), bytes());
            case CONFIGURE_QUEUE -> new ConfigureQueue(text(), terms());
            case DELETE_QUEUE -> new DeleteQueue(text());
            case COMMAND_GROUP -> sequence();
            case CLEAR -> new Clear();
            case LIST_WORKERS -> new ListWorkers(caller());
            case LIST_JOBS_OF_WORKER -> new ListJobsOfWorker(caller(), text());
            case PEEK -> new Peek(caller(), text(), count());
            case RETRY -> new Retry(caller(), id(), text(), text(), random.nextLong(), maybeText(), maybeText());
            case DEPEND -> new Depend(maybeClock(), id(), random.nextBoolean(), random.nextBoolean() ? null : ids());
            case TRACK -> new Track(caller(), id(), random.nextBoolean(), random.nextBoolean(), texts());
            case TAG -> new Tag(maybeClock(), id(), random.nextBoolean(), texts());
            case PRIORITIZE -> new Prioritize(id(), random.nextLong());
            case CANCEL -> new Cancel(refs(), claim(), maybeBytes(), random.nextBoolean(), maybeClock());
            case UNFAIL -> new Unfail(caller(), text(), text(), count());
            case LOG -> new Log(maybeClock(), id(), text(), maybeBytes());
            case PAUSE -> new Pause(texts(), random.nextBoolean());
            case TIMEOUT -> new Timeout(refs(), claim(), maybeBytes(), maybeClock());
            case FORGET_WORKERS -> new ForgetWorkers(texts());
            case FORGET_QUEUES -> new ForgetQueues(texts());
            case RECUR -> new Recur(caller(), recurring());
            case UNRECUR -> new Unrecur(id());
            case UPDATE_RECURRING -> new UpdateRecurring(caller(), id(), patchOfRecurring());
            case TAG_RECURRING -> new TagRecurring(id(), random.nextBoolean(), texts());
            case CONFIGURE -> new Configure(text(), maybeText());
        };
    }

    private CallerClock caller() {
        long now = random.nextBoolean() ? random.nextLong() : number();
        return new CallerClock(now, QlessDialect.ofCode(1 + random.nextInt(3)));
    }

    private @Nullable CallerClock maybeClock() {
        return random.nextBoolean() ? null : caller();
    }

    private AddOptions options() {
        return random.nextBoolean()
                ? AddOptions.NONE
                : new AddOptions(
                        random.nextBoolean(),
                        random.nextBoolean() ? TermsPatch.NOTHING : patch(),
                        maybeText(),
                        random.nextBoolean() ? null : texts(),
                        ids(),
                        AddOptions.Existing.ofCode(random.nextInt(3)),
                        maybeText(),
                        random.nextBoolean(),
                        maybeClock());
    }

    private Complete.@Nullable NextStage stage() {
        return random.nextBoolean() ? null : new Complete.NextStage(text(), random.nextLong(), ids());
    }

    private List<JobRef> refs() {
        List<JobRef> refs = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            refs.add(ref());
        }
        return refs;
    }

    private RecurringJob recurring() {
        return new RecurringJob(
                id(),
                text(),
                text(),
                bytes(),
                random.nextLong(),
                texts(),
                count(),
                random.nextLong(),
                number(),
                1 + (number() >>> 1),
                random.nextLong());
    }

    private RecurringPatch patchOfRecurring() {
        return new RecurringPatch(
                maybeText(), maybeText(), maybeBytes(), maybeLong(), maybeLong(), maybeLong(), maybeLong());
    }

    private List<JobId> ids() {
        List<JobId> ids = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            ids.add(id());
        }
        return ids;
    }

    private @Nullable String maybeText() {
        return random.nextBoolean() ? null : text();
    }

    private byte @Nullable [] maybeBytes() {
        return random.nextBoolean() ? null : bytes();
    }

    private @Nullable Long maybeLong() {
        return random.nextBoolean() ? null : random.nextLong();
    }

    private CommandGroup sequence() {
        List<CommandGroup.Step> steps = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            CommandType[] types = CommandType.values();
            CommandType type = types[random.nextInt(types.length)];
            steps.add(new CommandGroup.Do(command(type == CommandType.COMMAND_GROUP ? CommandType.TICK : type)));
        }
        return new CommandGroup(steps);
    }

    private TermsPatch patch() {
        return new TermsPatch(
                random.nextBoolean() ? null : number(),
                random.nextBoolean() ? null : number(),
                random.nextBoolean() ? null : number(),
                random.nextBoolean() ? null : count(),
                random.nextBoolean() ? null : delays());
    }

    private List<Long> delays() {
        List<Long> delays = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            delays.add(number());
        }
        return delays;
    }

    private Terms terms() {
        RetryPolicy.Rule rule = RetryPolicy.Rule.ofCode(1 + random.nextInt(3));
        long wait = random.nextBoolean() ? Terms.BACKGROUND : number();
        RetryPolicy retry = new RetryPolicy(rule, count(), count(), count(), delays());
        return new Terms(number(), number(), number(), number(), wait, retry);
    }

    private JobRef ref() {
        return random.nextBoolean() ? JobRef.of(id()) : JobRef.of(random.nextLong());
    }

    private Claim claim() {
        return switch (random.nextInt(4)) {
            case 0 -> Claim.NONE;
            case 1 -> Claim.ANY_LEASE;
            case 2 -> Claim.ofToken(random.nextLong());
            default -> Claim.ofWorker(text());
        };
    }

    private JobId id() {
        return switch (random.nextInt(3)) {
            case 0 -> JobId.ofUuid(random.nextLong(), random.nextLong());
            case 1 -> JobId.ofDigits(random.nextLong(), random.nextLong());
            default -> JobId.of(text());
        };
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            texts.add(text());
        }
        return texts;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int[] any = {'a', 'Z', '0', '_', '.', '-', ' ', 0, 0x7f, 0xe4, 0x20ac, 0xffff, 0x1f600, 0x10ffff};
            text.appendCodePoint(any[random.nextInt(any.length)]);
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20) == 0 ? random.nextInt(2000) : random.nextInt(10)];
        random.nextBytes(bytes);
        return bytes;
    }

    private long start() {
        return random.nextBoolean() ? Add.NOW : random.nextLong();
    }

    private int count() {
        return random.nextBoolean() ? random.nextInt(10) : random.nextInt(Integer.MAX_VALUE);
    }

    /** Of any length in bits, so that all lengths in bytes occur. */
    private long number() {
        return random.nextLong() >>> (1 + random.nextInt(63));
    }
}
