package dev.reeve.engine;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.Prioritize;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Commands of callers with their own clocks, which go wrong now and then. */
final class RandomCalls {
    private static final long SECOND = 1_000_000;

    private final SplittableRandom random;
    private final Supplier<JobId> anyId;
    private final Supplier<String> anyQueue;

    RandomCalls(SplittableRandom random, Supplier<JobId> anyId, Supplier<String> anyQueue) {
        this.random = random;
        this.anyId = anyId;
        this.anyQueue = anyQueue;
    }

    Command<?> next(EngineView engine, long at) {
        CallerClock caller = caller(at);
        int kind = random.nextInt(100);
        if (kind < 30) {
            return put(caller);
        } else if (kind < 50) {
            return new Acquire(List.of(anyQueue.get()), worker(), random.nextInt(4), 0, caller);
        } else if (kind < 70) {
            return onHeldJob(engine, caller);
        } else if (kind < 85) {
            return onJob(caller);
        } else if (kind < 97) {
            return aside(caller);
        }
        return random.nextInt(60) == 0 ? new Clear() : sequence(engine, at);
    }

    private CallerClock caller(long at) {
        long now = random.nextInt(20) == 0 ? random.nextLong(3000 * SECOND) : at + random.nextLong(2 * SECOND) - SECOND;
        return new CallerClock(now, QlessDialect.ofCode(1 + random.nextInt(3)));
    }

    private Command<?> onHeldJob(EngineView engine, CallerClock caller) {
        JobId id = anyId.get();
        JobRef ref = JobRef.of(id);
        JobView job = engine.job(ref);
        Lease lease = job == null ? null : job.lease();
        String worker = lease == null || lease.worker() == null ? worker() : lease.worker();
        String queue = job == null ? anyQueue.get() : job.queue();
        Claim claim = Claim.ofWorker(worker);
        return switch (random.nextInt(8)) {
            case 0, 1 -> new Complete(ref, claim, bytes(), queue, null, caller);
            case 2 ->
                new Complete(
                        ref, claim, bytes(), queue, new Complete.NextStage(anyQueue.get(), delay(), ids()), caller);
            case 3 -> new Fail(ref, claim, bytes(), group(), random.nextBoolean() ? null : bytes(), caller);
            case 4 -> new Retry(caller, id, anyQueue.get(), worker, delay(), maybe(group()), maybe("why"));
            case 5 -> new Timeout(List.of(ref), Claim.ANY_LEASE, null, caller);
            default -> new Renew(ref, claim, 0, random.nextBoolean() ? null : bytes(), caller, null);
        };
    }

    private Command<?> onJob(CallerClock caller) {
        JobId id = anyId.get();
        return switch (random.nextInt(12)) {
            case 0, 1 -> new Depend(caller, id, random.nextBoolean(), random.nextInt(3) == 0 ? null : ids());
            case 2, 3 -> new Tag(caller, id, random.nextInt(3) > 0, tags());
            case 4 -> new Track(caller, id, random.nextBoolean(), random.nextBoolean(), tags());
            case 5 -> new Prioritize(id, random.nextInt(5) - 2);
            case 6, 7 -> {
                List<JobId> all = random.nextBoolean() ? List.of(id) : ids();
                yield Cancel.remove(all, caller);
            }
            case 8 -> new Log(caller, id, "note", random.nextBoolean() ? null : bytes());
            case 9 -> new ListWorkers(caller);
            case 10 -> new ListJobsOfWorker(caller, worker());
            default -> new Peek(caller, anyQueue.get(), random.nextInt(4));
        };
    }

    private Command<?> aside(CallerClock caller) {
        JobId id = JobId.of("recurring" + random.nextInt(3));
        return switch (random.nextInt(12)) {
            case 0, 1 -> new Unfail(caller, anyQueue.get(), group(), random.nextInt(5));
            case 2 -> new Pause(List.of(anyQueue.get()), random.nextInt(3) == 0, true);
            case 3 -> new ForgetQueues(List.of(anyQueue.get()));
            case 4 -> new ForgetWorkers(List.of(worker()));
            case 5, 6 -> new Recur(caller, recurring(id, caller.nowMicros()));
            case 7 -> new Unrecur(id);
            case 8 -> new TagRecurring(id, random.nextBoolean(), tags());
            case 9 ->
                new UpdateRecurring(
                        caller, id, new RecurringPatch(anyQueue.get(), null, null, 1L, null, 2 * SECOND, null));
            default -> option();
        };
    }

    private Configure option() {
        return switch (random.nextInt(8)) {
            case 0 -> new Configure("heartbeat", maybe(Integer.toString(random.nextInt(20) - 2)));
            case 1 -> new Configure(anyQueue.get() + "-heartbeat", maybe(Integer.toString(random.nextInt(20))));
            case 2 -> new Configure("grace-period", maybe(Integer.toString(random.nextInt(4))));
            case 3 -> new Configure(anyQueue.get() + "-max-concurrency", maybe(Integer.toString(random.nextInt(4))));
            case 4 -> new Configure("jobs-history-count", maybe(Integer.toString(random.nextInt(10))));
            case 5 -> new Configure("jobs-history", maybe(Integer.toString(random.nextInt(100))));
            case 6 -> new Configure("max-job-history", maybe(Integer.toString(random.nextInt(10))));
            default -> new Configure("max-worker-age", maybe(Integer.toString(random.nextInt(10))));
        };
    }

    private CommandGroup sequence(EngineView engine, long at) {
        List<CommandGroup.Step> steps = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Command<?> command = next(engine, at);
            if (!(command instanceof CommandGroup)) {
                steps.add(new CommandGroup.Do(command));
            }
        }
        return new CommandGroup(steps);
    }

    private Add put(CallerClock caller) {
        long delay = delay();
        TermsPatch patch =
                random.nextBoolean() ? TermsPatch.NOTHING : new TermsPatch(null, null, null, random.nextInt(3), null);
        AddOptions options = new AddOptions(
                false,
                patch,
                "klass",
                random.nextBoolean() ? null : tags(),
                random.nextInt(3) > 0 ? List.of() : ids(),
                random.nextInt(10) == 0 ? AddOptions.Existing.REQUIRE : AddOptions.Existing.MOVE,
                maybe(worker()),
                random.nextBoolean(),
                caller,
                JobHeaders.NONE,
                JobTies.NONE);
        return new Add(
                anyId.get(),
                anyQueue.get(),
                bytes(),
                random.nextInt(3),
                delay > 0 ? caller.after(delay) : Add.NOW,
                QlessTerms.DEFAULT,
                options);
    }

    private RecurringJob recurring(JobId id, long now) {
        return new RecurringJob(
                id,
                anyQueue.get(),
                "klass",
                bytes(),
                random.nextInt(3),
                tags(),
                random.nextInt(2),
                random.nextInt(3),
                0,
                1 + random.nextLong(20 * SECOND),
                now + random.nextLong(5 * SECOND));
    }

    private long delay() {
        return random.nextInt(3) > 0 ? 0 : random.nextLong(5 * SECOND);
    }

    private String worker() {
        return "worker" + random.nextInt(3);
    }

    private String group() {
        return random.nextInt(3) > 0 ? "group" + random.nextInt(2) : "failed-retries-" + anyQueue.get();
    }

    private List<String> tags() {
        List<String> tags = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            tags.add("tag" + i);
        }
        return tags;
    }

    private List<JobId> ids() {
        List<JobId> ids = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            ids.add(anyId.get());
        }
        return ids;
    }

    private byte[] bytes() {
        return ("{\"a\":" + random.nextInt(100) + "}").getBytes(StandardCharsets.UTF_8);
    }

    private <T> @Nullable T maybe(T value) {
        return random.nextInt(3) == 0 ? null : value;
    }
}
