package dev.reeve.engine;

import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.AbandonAll;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.CancelBatch;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.command.CloseBatch;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Complete.NextStage;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.ConfirmLeases;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.DoubtLeases;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.DropWebhook;
import dev.reeve.engine.command.Edit;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Log;
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
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.command.TestWebhook;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Keep;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.Progress;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.Rate;
import dev.reeve.engine.queue.QueueOrder;
import dev.reeve.engine.webhook.Webhook;
import dev.reeve.engine.webhook.Webhooks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A seeded stream of entries of all commands, over few ids and queues so that they meet. It looks at the engine only to
 * name jobs and leases that exist often enough.
 */
public final class RandomEntries {
    private static final long SECOND = 1_000_000;

    private final SplittableRandom random;
    private final int ids;
    private final int queues;
    private final RandomCalls calls;
    private final RandomSchedules schedules;
    private long at = 1_000 * SECOND;
    private boolean rareCommands;
    private boolean allCommands;

    /**
     * A stream for the seed.
     *
     * @param ids how many job ids there are: about so many jobs live at a time
     */
    public RandomEntries(long seed, int ids, int queues) {
        this.random = new SplittableRandom(seed);
        this.ids = ids;
        this.queues = queues;
        this.calls = new RandomCalls(random, this::anyId, this::anyQueue);
        this.schedules = new RandomSchedules(random, this::anyQueue);
    }

    /** A stream in which the commands that the reference model does not know occur too. */
    public static RandomEntries ofAllCommands(long seed, int ids, int queues) {
        RandomEntries entries = new RandomEntries(seed, ids, queues);
        entries.includeAllCommands();
        return entries;
    }

    /** A stream of the commands without a caller's clock. */
    public static RandomEntries ofCoreCommands(long seed, int ids, int queues) {
        RandomEntries entries = new RandomEntries(seed, ids, queues);
        entries.rareCommands = true;
        return entries;
    }

    public void includeAllCommands() {
        rareCommands = true;
        allCommands = true;
    }

    public Entry<?> next(EngineView engine) {
        pass();
        return new Entry<>(at, random.nextInt(3) == 0 ? 0 : random.nextLong(), command(engine));
    }

    private void pass() {
        switch (random.nextInt(8)) {
            case 0, 1 -> at += random.nextLong(1000);
            case 2, 3 -> at += random.nextLong(SECOND);
            case 4 -> at += SECOND;
            case 5 -> at += random.nextInt(6) == 0 ? random.nextLong(60 * SECOND) : random.nextLong(3 * SECOND);
            default -> {}
        }
    }

    private Command<?> command(EngineView engine) {
        if (allCommands && random.nextInt(5) < 2) {
            return calls.next(engine, at);
        }
        if (rareCommands && random.nextInt(50) == 0) {
            return schedules.next(engine, at);
        }
        if (rareCommands && random.nextInt(100) == 0) {
            return webhook();
        }
        if (rareCommands && random.nextInt(4) == 0) {
            JobRef ref = anyRef(engine);
            return rarer(ref, anyClaim(engine.job(ref)));
        }
        if (rareCommands && random.nextInt(8) == 0) {
            return withOthers();
        }
        int kind = random.nextInt(100);
        if (kind < 35) {
            AddOptions options =
                    rareCommands && random.nextBoolean() ? AddOptions.NONE.withTies(ties()) : AddOptions.NONE;
            return new Add(anyId(), anyQueue(), anyBytes(), anyPriority(), anyStart(), anyTerms(), options);
        } else if (kind < 60) {
            return acquire();
        } else if (kind < 96) {
            JobRef ref = anyRef(engine);
            Claim claim = anyClaim(engine.job(ref));
            return onOneJob(ref, claim, kind);
        } else if (kind < 99) {
            return new Tick();
        }
        return switch (random.nextInt(8)) {
            case 0, 1 -> new SetVersion(EngineVersion.CURRENT);
            case 2 -> new SetMemoryLimit(random.nextInt(200_000));
            case 3, 4 -> new SetMemoryLimit(Long.MAX_VALUE);
            default -> new AbandonAll();
        };
    }

    private Command<?> rarer(JobRef ref, Claim claim) {
        return switch (random.nextInt(46)) {
            case 39 -> new Move(ref, anyQueue());
            case 40, 41 -> changeIf(ref);
            case 42, 43, 44 -> anyLimit();
            case 45 -> new DropLimit(anyPattern());
            case 34, 35 -> Cancel.request(ref, random.nextInt(3) == 0, random.nextBoolean() ? null : "why", "ann");
            case 33 -> addAll();
            case 36 -> failWithError(ref, claim);
            case 37, 38 -> renewWithProgress(ref, claim);
            case 0 ->
                new ConfigureQueue(
                        anyQueue(), anyTerms(), random.nextBoolean() ? null : anyPriority(), anyQueueLimit());
            case 1 -> new DeleteQueue(anyQueue());
            case 2, 3 -> new Delete(ref, true);
            case 4, 5, 6, 7 -> new SetOutput(ref, claim, anyBytes());
            case 8 -> new Complete(ref, Claim.ANY_LEASE, maybeBytes());
            case 9 -> new Fail(ref, Claim.ANY_LEASE, maybeBytes());
            case 10 -> new Timeout(List.of(ref), claim, maybeBytes(), null);
            case 11, 28 -> Cancel.keep(ref, claim, random.nextInt(4) > 0 ? null : anyBytes());
            case 12 -> new Requeue(ref, claim);
            case 13 -> Requeue.anew(ref, anyStart());
            case 14 -> new Fail(ref, claim, maybeBytes(), "group" + random.nextInt(2), null, null);
            case 15 -> new Tag(null, anyId(), random.nextBoolean(), List.of("tag" + random.nextInt(3)));
            case 16 -> new Log(null, anyId(), "note", maybeBytes());
            case 17 -> new Depend(null, anyId(), random.nextBoolean(), List.of(anyId()));
            case 18 ->
                new Complete(ref, claim, maybeBytes(), null, new NextStage(anyQueue(), SECOND, List.of(anyId())), null);
            case 19 -> new ConfirmLeases(random.nextLong(200));
            case 20 -> new DoubtLeases();
            case 21, 22, 23 -> edit(ref);
            case 24 -> random.nextInt(4) == 0 ? new PurgeQueue(anyQueue(), anyStates()) : new Tick();
            case 25 -> new Pause(List.of(anyQueue()), random.nextInt(4) == 0, false);
            case 26, 27 -> onDefaults();
            default -> {
                List<String> tags = List.of("tag" + random.nextInt(3), "tag" + random.nextInt(3));
                AddOptions options = switch (random.nextInt(4)) {
                    case 0 -> depending(tags);
                    case 1 -> repeatable(tags);
                    default -> AddOptions.inDeclaredQueue(TermsPatch.NOTHING, tags);
                };
                yield new Add(anyId(), anyQueue(), anyBytes(), anyPriority(), anyStart(), anyTerms(), options);
            }
        };
    }

    /** A command that ties jobs together. */
    private Command<?> withOthers() {
        return switch (random.nextInt(16)) {
            case 0 -> new CloseBatch(anyBatch());
            case 1 -> new CancelBatch(anyBatch(), random.nextBoolean(), random.nextBoolean() ? null : "why", null);
            case 2 -> new RetryBatch(anyBatch());
            case 3 ->
                new SetDeadLetter(anyQueue(), random.nextInt(3) == 0 ? null : new SetDeadLetter.Target(anyQueue()));
            case 4, 5 -> new AddAll(tied(anyBatch()), random.nextBoolean());
            case 6, 7, 8 -> {
                String batch = anyBatch();
                OpenBatch.Templates callbacks =
                        new OpenBatch.Templates(maybeCallback(), maybeCallback(), maybeCallback());
                yield new OpenBatch(batch, "f" + random.nextInt(2), random.nextBoolean(), tied(batch), callbacks);
            }
            default -> tied(random.nextBoolean() ? null : anyBatch(), anyId());
        };
    }

    private List<Add> tied(String batch) {
        List<Add> adds = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            adds.add(tied(batch, anyId()));
        }
        return adds;
    }

    private Add tied(@Nullable String batch, JobId id) {
        List<JobId> dependencies = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            dependencies.add(anyId());
        }
        AddOptions options = AddOptions.NONE
                .withDependencies(dependencies)
                .withExisting(random.nextBoolean() ? AddOptions.Existing.REFUSE : AddOptions.Existing.RETURN)
                .withTies((random.nextBoolean() ? JobTies.NONE : ties())
                        .withBatch(batch)
                        .withDependencies(
                                DependencyRule.ofCode(random.nextInt(4)), random.nextBoolean() ? null : "key"));
        return new Add(id, anyQueue(), anyBytes(), anyPriority(), anyStart(), anyTerms(), options);
    }

    private @Nullable Add maybeCallback() {
        return random.nextBoolean() ? null : tied(null, anyId());
    }

    private String anyBatch() {
        return "batch" + random.nextInt(3);
    }

    /** Nobody leases deliveries, so they are purged now and then. */
    private Command<?> webhook() {
        String name = "webhook" + random.nextInt(2);
        return switch (random.nextInt(8)) {
            case 0 -> {
                List<String> queues = random.nextBoolean() ? List.of() : List.of("queue*", anyQueue());
                List<String> events = List.of("job.failed", random.nextBoolean() ? "job.retrying" : "job.cancelled");
                yield new PutWebhook(new Webhook(name, "http://host/" + random.nextInt(9), events, queues, "whsec_"));
            }
            case 1 -> new TestWebhook(name);
            case 2, 3, 4 -> new DropWebhook(name);
            default -> new PurgeQueue(Webhooks.QUEUE, List.of(State.READY));
        };
    }

    private Edit edit(JobRef ref) {
        return new Edit(
                ref,
                random.nextBoolean() ? null : anyPriority(),
                random.nextBoolean() ? null : anyStart(),
                random.nextBoolean() ? null : List.of("tag" + random.nextInt(3), "tag" + random.nextInt(3)),
                random.nextBoolean() ? null : random.nextInt(4));
    }

    private ChangeIf changeIf(JobRef ref) {
        ChangeIf.Kind kind = ChangeIf.Kind.ofCode(1 + random.nextInt(4));
        return new ChangeIf(
                ref,
                List.of(State.values()).subList(random.nextInt(9), 9),
                kind,
                anyStart(),
                kind == ChangeIf.Kind.MOVE ? anyQueue() : null,
                random.nextBoolean() ? null : "ann");
    }

    private List<State> anyStates() {
        int states = State.values().length;
        return List.of(State.ofCode(1 + random.nextInt(states)), State.ofCode(1 + random.nextInt(states)));
    }

    /** A job on the defaults of its queue, but for some terms. */
    private Add onDefaults() {
        TermsPatch.Tries tries =
                new TermsPatch.Tries(random.nextInt(4), random.nextBoolean() ? null : anyBackoff(), random.nextInt(3));
        TermsPatch patch = new TermsPatch(
                true,
                null,
                null,
                random.nextBoolean() ? null : 30 * SECOND,
                new TermsPatch.KeepPatch(random.nextBoolean() ? null : 0L, null, 2 * SECOND),
                null,
                null,
                random.nextBoolean() ? null : tries);
        AddOptions options = AddOptions.NONE.withPatch(patch);
        return new Add(anyId(), anyQueue(), anyBytes(), Add.QUEUE_PRIORITY, anyStart(), Terms.STANDARD, options);
    }

    private Backoff anyBackoff() {
        return random.nextBoolean()
                ? new Backoff(SECOND, 5 * SECOND)
                : new Backoff(List.of(anyOf(0, SECOND), 2 * SECOND));
    }

    private AddAll addAll() {
        List<Add> adds = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            AddOptions options = random.nextInt(3) == 0 ? AddOptions.NONE : repeatable(List.of("tag0"));
            adds.add(new Add(anyId(), anyQueue(), anyBytes(), anyPriority(), anyStart(), anyTerms(), options));
        }
        return new AddAll(adds, random.nextInt(3) == 0);
    }

    private AddOptions depending(List<String> tags) {
        return AddOptions.NONE.withTags(tags).withDependencies(List.of(anyId(), anyId()));
    }

    /** An add that finds the job of an earlier one now and then. */
    private AddOptions repeatable(List<String> tags) {
        return new AddOptions(
                false,
                TermsPatch.NOTHING,
                random.nextBoolean() ? null : "klass",
                random.nextBoolean() ? tags : List.of(),
                List.of(),
                AddOptions.Existing.RETURN,
                null,
                false,
                null,
                random.nextBoolean() ? JobHeaders.NONE : new JobHeaders(List.of("trace", "t" + random.nextInt(100))),
                random.nextBoolean() ? JobTies.NONE : ties());
    }

    private String anyPattern() {
        return switch (random.nextInt(4)) {
            case 0 -> "*";
            case 1 -> "key*";
            default -> "key" + random.nextInt(3);
        };
    }

    private SetLimit anyLimit() {
        Rate rate = random.nextInt(3) > 0 ? null : anyRate();
        return new SetLimit(anyPattern(), new Limit(random.nextInt(3), rate, random.nextInt(4) == 0));
    }

    private Rate anyRate() {
        return new Rate(1 + random.nextInt(3), SECOND, 1 + random.nextInt(3));
    }

    private @Nullable Limit anyQueueLimit() {
        return switch (random.nextInt(4)) {
            case 0 -> new Limit(1 + random.nextInt(3), random.nextBoolean() ? null : anyRate(), false);
            case 1 -> null;
            default -> Limit.NONE;
        };
    }

    private JobTies ties() {
        UniqueKey unique = new UniqueKey(
                "u" + random.nextInt(5), random.nextBoolean(), anyOf(0, SECOND), Duplicate.ofCode(random.nextInt(3)));
        return JobTies.ofKeys(
                random.nextBoolean() ? null : unique, random.nextInt(4) == 0 ? null : "key" + random.nextInt(3));
    }

    private byte @Nullable [] maybeBytes() {
        return random.nextBoolean() ? null : anyBytes();
    }

    private Command<?> onOneJob(JobRef ref, Claim claim, int kind) {
        if (kind < 70) {
            return new Complete(ref, claim, anyBytes());
        } else if (kind < 80) {
            return random.nextBoolean()
                    ? new Fail(ref, claim, anyBytes())
                    : new Fail(ref, claim, maybeBytes(), null, null, null, null, anyChoice());
        } else if (kind < 85) {
            return new Release(ref, claim, random.nextBoolean(), anyOf(0, 0, SECOND));
        } else if (kind < 91) {
            return new Renew(ref, claim, random.nextBoolean() ? 0 : random.nextLong(5 * SECOND));
        }
        return kind < 94 ? new Delete(ref) : new Abandon(ref);
    }

    private RetryChoice anyChoice() {
        return switch (random.nextInt(4)) {
            case 0 -> RetryChoice.NEVER;
            case 1 -> RetryChoice.POLICY;
            default -> RetryChoice.after(anyOf(0, SECOND, 3 * SECOND));
        };
    }

    private Fail failWithError(JobRef ref, Claim claim) {
        String trace = "at line " + random.nextInt(100);
        JobError error = new JobError("Error" + random.nextInt(2), "message", random.nextBoolean() ? "" : trace, 0);
        return Fail.with(ref, claim, error, anyChoice());
    }

    private Renew renewWithProgress(JobRef ref, Claim claim) {
        Progress progress = new Progress(random.nextInt(101), "step".repeat(random.nextInt(4)));
        return Renew.with(ref, claim, random.nextLong(5 * SECOND), progress);
    }

    private Acquire acquire() {
        List<String> names = new ArrayList<>();
        int count = random.nextInt(3) == 0 ? 1 : random.nextInt(queues + 2);
        for (int i = 0; i < count; i++) {
            names.add(anyQueue());
        }
        long lease = random.nextInt(4) == 0 ? 1 + random.nextLong(5 * SECOND) : 0;
        long maxBytes = rareCommands && random.nextInt(4) == 0 ? random.nextInt(2_000) : 0;
        int wanted = random.nextInt(4) == 0 ? random.nextInt(4) : 1;
        return new Acquire(names, anyWorker(), wanted, lease, null, anyOrder(), maxBytes);
    }

    private QueueOrder anyOrder() {
        return switch (random.nextInt(4)) {
            case 0 -> QueueOrder.LISTED;
            case 1 -> QueueOrder.weighted(List.of(1 + random.nextInt(5), 1 + random.nextInt(3)));
            default -> QueueOrder.RANDOM;
        };
    }

    private JobRef anyRef(EngineView engine) {
        JobId id = anyId();
        JobView job = engine.job(JobRef.of(id));
        if (random.nextInt(4) > 0) {
            return JobRef.of(id);
        }
        return JobRef.of(job == null ? random.nextInt(50) : job.number());
    }

    private Claim anyClaim(@Nullable JobView job) {
        Lease lease = job == null ? null : job.lease();
        return switch (random.nextInt(10)) {
            case 8, 9 -> Claim.ofRepeatable(lease == null ? 1 : Math.max(1, lease.token() - random.nextInt(4) / 3));
            case 0, 1, 2 -> Claim.NONE;
            case 3, 4 -> Claim.ofToken(lease == null ? random.nextLong(100) : lease.token());
            case 5 -> lease == null || lease.worker() == null ? Claim.NONE : Claim.ofWorker(lease.worker());
            case 6 -> Claim.ofToken(lease == null ? 1 : Math.max(1, lease.token() - random.nextInt(3)));
            default -> Claim.ofWorker("worker" + random.nextInt(3));
        };
    }

    private @Nullable String anyWorker() {
        int worker = random.nextInt(4);
        return worker == 3 ? null : "worker" + worker;
    }

    private JobId anyId() {
        int id = random.nextInt(ids);
        return id % 2 == 0 ? JobId.of("job" + id) : JobId.ofUuid(0x1234_5678_9abc_4defL, id);
    }

    private String anyQueue() {
        return "queue" + random.nextInt(queues);
    }

    private byte[] anyBytes() {
        return ("bytes" + random.nextInt(1000)).repeat(random.nextInt(4)).getBytes(StandardCharsets.UTF_8);
    }

    private long anyPriority() {
        return random.nextInt(3) > 0 ? 0 : random.nextInt(5) - 2;
    }

    private long anyStart() {
        return random.nextInt(3) > 0 ? Add.NOW : at - 2 * SECOND + random.nextLong(7 * SECOND);
    }

    private Terms anyTerms() {
        boolean foreground = random.nextInt(6) == 0;
        return new Terms(
                anyOf(0, SECOND, 5 * SECOND, 5 * SECOND, Terms.FOREVER),
                anyOf(0, 0, 0, SECOND, 2 * SECOND),
                anyOf(Terms.FOREVER, Terms.FOREVER, 3 * SECOND, 30 * SECOND),
                foreground ? Keep.of(0) : anyKeep(),
                foreground ? anyOf(0, SECOND, 10 * SECOND, Terms.FOREVER) : Terms.BACKGROUND,
                anyRetry());
    }

    private Keep anyKeep() {
        Keep equal = Keep.of(anyOf(0, Terms.FOREVER, Terms.FOREVER, 2 * SECOND));
        return random.nextInt(4) > 0 ? equal : new Keep(anyOf(0, 2 * SECOND), Terms.FOREVER, anyOf(0, SECOND));
    }

    private RetryPolicy anyRetry() {
        if (random.nextInt(4) == 0) {
            return RetryPolicy.backoff(random.nextInt(4), anyBackoff(), random.nextInt(3));
        }
        if (random.nextInt(5) == 0) {
            return random.nextBoolean() ? RetryPolicy.ENDLESS : RetryPolicy.UNTIL_FAILED;
        }
        List<Long> delays = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            delays.add(anyOf(0, SECOND, 3 * SECOND));
        }
        RetryPolicy.Rule rule = RetryPolicy.Rule.ofCode(1 + random.nextInt(3));
        return new RetryPolicy(rule, random.nextInt(4), random.nextInt(4), random.nextInt(4), delays);
    }

    private long anyOf(long... values) {
        return values[random.nextInt(values.length)];
    }
}
