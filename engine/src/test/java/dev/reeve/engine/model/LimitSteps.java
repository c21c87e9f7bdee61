package dev.reeve.engine.model;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Command;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Entry;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.Edit;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.Rate;
import dev.reeve.engine.queue.QueueOrder;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Random commands on jobs with keys. */
final class LimitSteps {
    private static final long SECOND = 1_000_000;
    private static final int MOST_JOBS = 60;
    private static final byte[] NOTHING = {};

    private static final Terms TERMS = new TermsBuilder()
            .rule(RetryPolicy.Rule.RETRIES)
            .lease(4 * SECOND)
            .retries(3)
            .delays(List.of(0L, 2 * SECOND))
            .keep(5 * SECOND)
            .build();

    private final SplittableRandom random;
    private final boolean rates;
    private long at = 1_000 * SECOND;
    private int added;

    LimitSteps(long seed, boolean rates) {
        this.random = new SplittableRandom(seed);
        this.rates = rates;
    }

    Entry<?> next(EngineView engine) {
        at += random.nextInt(3) == 0 ? random.nextLong(SECOND) : 0;
        return new Entry<>(at, random.nextLong(), command(engine));
    }

    private Command<?> command(EngineView engine) {
        int kind = random.nextInt(100);
        if (kind < 32 && engine.jobCount() > MOST_JOBS) {
            JobView gone = any(engine, null);
            return gone == null ? new Tick() : new Delete(JobRef.of(gone.number()));
        }
        if (kind < 32) {
            return add();
        } else if (kind < 58) {
            return acquire();
        }
        JobView job = any(engine, kind < 88 ? State.LEASED : null);
        JobRef ref = JobRef.of(job == null ? 1 : job.number());
        return switch (kind) {
            case 98 -> new ConfigureQueue(queue(), TERMS, null, queueLimit());
            case 96, 97 -> new SetLimit(pattern(), limit());
            case 95 -> random.nextInt(3) == 0 ? new DropLimit(pattern()) : new Tick();
            case 93, 94 -> Requeue.anew(ref, Add.NOW);
            case 92 -> new Delete(ref);
            case 91 -> Cancel.keep(ref, Claim.NONE, null);
            case 88, 89, 90 -> edit(ref);
            default ->
                kind < 76
                        ? new Complete(ref, Claim.NONE, NOTHING)
                        : kind < 84
                                ? new Fail(ref, Claim.ANY_LEASE, NOTHING)
                                : new Release(
                                        ref,
                                        Claim.ANY_LEASE,
                                        random.nextBoolean(),
                                        random.nextInt(3) == 0 ? SECOND : 0);
        };
    }

    private Add add() {
        String key = random.nextInt(4) == 0 ? null : "key" + random.nextInt(3);
        JobTies ties = JobTies.ofKeys(random.nextInt(3) == 0 ? unique() : null, key);
        long startsAt = random.nextInt(4) == 0 ? at + random.nextLong(2 * SECOND) : Add.NOW;
        byte[] payload = {(byte) random.nextInt(), (byte) random.nextInt(), (byte) random.nextInt()};
        JobId id = JobId.of("job" + added++);
        return new Add(id, queue(), payload, random.nextInt(3), startsAt, TERMS, AddOptions.NONE.withTies(ties));
    }

    private UniqueKey unique() {
        return new UniqueKey(
                "unique" + random.nextInt(4),
                random.nextBoolean(),
                random.nextInt(3) == 0 ? 2 * SECOND : 0,
                Duplicate.ofCode(random.nextInt(3)));
    }

    private Acquire acquire() {
        List<String> queues = random.nextBoolean() ? List.of(queue()) : List.of("q0", "q1", "q2");
        return new Acquire(queues, QueueOrder.LISTED, "joe", 1 + random.nextInt(4), 0, 0);
    }

    private Edit edit(JobRef ref) {
        return random.nextBoolean()
                ? new Edit(ref, (long) random.nextInt(3), null, null, null)
                : new Edit(ref, null, at + random.nextLong(SECOND), null, null);
    }

    private String queue() {
        return "q" + random.nextInt(3);
    }

    private String pattern() {
        return switch (random.nextInt(4)) {
            case 0 -> "*";
            case 1 -> "key*";
            default -> "key" + random.nextInt(3);
        };
    }

    private Limit limit() {
        boolean ordered = random.nextInt(4) == 0;
        return new Limit(ordered ? 0 : random.nextInt(4), rate(), ordered);
    }

    private Limit queueLimit() {
        return random.nextBoolean() ? Limit.NONE : new Limit(1 + random.nextInt(3), rate(), false);
    }

    private @Nullable Rate rate() {
        return !rates || random.nextBoolean()
                ? null
                : new Rate(1 + random.nextInt(3), 2 * SECOND, 1 + random.nextInt(3));
    }

    private @Nullable JobView any(EngineView engine, @Nullable State state) {
        List<JobView> jobs = LimitReference.jobs(engine).stream()
                .filter(job -> state == null || job.state() == state)
                .toList();
        return jobs.isEmpty() ? null : jobs.get(random.nextInt(jobs.size()));
    }
}
