package dev.reeve.engine.model;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.ConfigureQueue;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.Rate;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobOrder;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Limits and unique keys as simply as they can be said: all jobs are counted at every step. */
class LimitReference {
    private static final Comparator<JobView> ORDER = Comparator.comparingLong((JobView job) -> -job.priority())
            .thenComparingLong(JobView::dueAtMicros)
            .thenComparingLong(JobView::number);

    /** The starts that a rate has counted, and whether one was given back: the pace is then not known exactly. */
    private static final class Starts {
        private final @Nullable Rate rate;
        private final List<Long> atMicros = new ArrayList<>();

        Starts(@Nullable Rate rate) {
            this.rate = rate;
        }

        private boolean returned;
    }

    private final Map<String, Limit> limits = new HashMap<>();
    private final Map<String, Limit> ofQueues = new HashMap<>();
    private final Map<String, Starts> startsOfKeys = new HashMap<>();
    private final Map<String, Starts> startsOfQueues = new HashMap<>();
    private final Map<String, Long> holders = new HashMap<>();
    private final Map<String, Long> successors = new HashMap<>();
    private Map<Long, JobView> before = Map.of();
    private int starts;
    private int throttled;
    private int duplicates;

    int starts() {
        return starts;
    }

    int throttled() {
        return throttled;
    }

    int duplicates() {
        return duplicates;
    }

    static List<JobView> jobs(EngineView engine) {
        JobSearch search = new JobSearch(JobFilter.ALL, JobOrder.OLDEST, null, 10_000);
        JobPage page = engine.search(search);
        while (page == null) {
            page = engine.search(search);
        }
        return page.jobs();
    }

    void look(EngineView engine) {
        Map<Long, JobView> seen = new HashMap<>();
        jobs(engine).forEach(job -> seen.put(job.number(), job));
        before = seen;
    }

    /** Leases have lapsed: a job of an ordered key keeps its slot. */
    void timePassed(EngineView engine) {
        Map<Long, JobView> earlier = before;
        look(engine);
        earlier.values().stream()
                .filter(job -> job.state() == State.LEASED)
                .sorted(Comparator.comparingLong(LimitReference::leaseEndMicros).thenComparingLong(JobView::number))
                .forEach(job -> keepsSlot(before.get(job.number())));
        forgetHolders();
    }

    private static long leaseEndMicros(JobView job) {
        return Objects.requireNonNull(job.lease()).deadlineMicros();
    }

    private void keepsSlot(@Nullable JobView job) {
        String key = job == null ? null : key(job);
        Limit limit = key == null ? null : limitOf(key);
        if (job != null
                && limit != null
                && limit.ordered()
                && job.state() != State.LEASED
                && !job.state().ended()) {
            holders.putIfAbsent(key, job.number());
        }
    }

    private void forgetHolders() {
        holders.entrySet().removeIf(holder -> {
            JobView job = before.get(holder.getValue());
            Limit limit = limitOf(holder.getKey());
            return job == null || job.state().ended() || limit == null || !limit.ordered();
        });
    }

    private static @Nullable String key(JobView job) {
        return job.options().ties().limitKey();
    }

    private @Nullable Limit limitOf(String key) {
        return Stream.of(key, key + "*", "key*", "*")
                .map(limits::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** How many more jobs may run. */
    int slots(Limit limit, int running) {
        int most = limit.ordered() ? 1 : limit.maxRunning() == 0 ? 1_000_000 : limit.maxRunning();
        return Math.max(0, most - running);
    }

    private static int starts(Rate rate, Starts counted, long nowMicros) {
        long interval = (rate.perMicros() + rate.count() - 1) / rate.count();
        long next = 0;
        for (long start : counted.atMicros) {
            next = Math.max(next, start) + interval;
        }
        int starts = 0;
        while (starts < rate.burst()
                && Math.max(next, nowMicros) + starts * interval <= nowMicros + (rate.burst() - 1) * interval) {
            starts++;
        }
        return starts;
    }

    private int running(String key) {
        return count(before.values(), job -> job.state() == State.LEASED && key.equals(key(job)));
    }

    private int leased(String queue) {
        return count(
                before.values(),
                job -> job.state() == State.LEASED && job.queue().equals(queue));
    }

    private static int count(Iterable<JobView> jobs, Predicate<JobView> condition) {
        int count = 0;
        for (JobView job : jobs) {
            count += condition.test(job) ? 1 : 0;
        }
        return count;
    }

    <R> void applied(EngineView engine, Entry<R> entry, Outcome<R> outcome) {
        if (entry.command() instanceof Acquire) {
            for (Object leased : (List<?>) outcome.reply()) {
                started(((LeasedJob) leased).job(), entry.atMicros());
            }
        } else if (entry.command() instanceof Add add && add.options().ties().unique() != null) {
            checkUnique(engine, add, entry.atMicros(), outcome);
        }
        boolean done = outcome.rejection() == null;
        if (done && entry.command() instanceof SetLimit set) {
            limits.put(set.pattern(), set.limit());
        } else if (entry.command() instanceof DropLimit drop) {
            limits.remove(drop.pattern());
        } else if (done && entry.command() instanceof ConfigureQueue queue) {
            ofQueues.put(queue.queue(), Objects.requireNonNull(queue.limit()));
        }
        Map<Long, JobView> earlier = before;
        look(engine);
        if (done && entry.command() instanceof Fail fail) {
            JobView job = engine.job(fail.job());
            keepsSlot(job);
        } else if (done && entry.command() instanceof Release release) {
            JobView job = Objects.requireNonNull(engine.job(release.job()));
            holders.values().remove(job.number());
            JobView was = Objects.requireNonNull(earlier.get(job.number()));
            if (release.undelivered()) {
                returned(startsOfKeys.get(key(was)));
                returned(startsOfQueues.get(was.queue()));
            }
        }
        if (done && entry.command() instanceof Requeue requeue) {
            holders.values()
                    .remove(Objects.requireNonNull(engine.job(requeue.job())).number());
        }
        forgetHolders();
    }

    private static void returned(@Nullable Starts starts) {
        if (starts != null) {
            starts.returned = true;
        }
    }

    private void started(JobView job, long atMicros) {
        starts++;
        String key = key(job);
        Limit limit = key == null ? null : limitOf(key);
        if (limit != null && key != null) {
            require(slots(limit, running(key)) > 0, "the key " + key + " runs too many jobs");
            Long holder = holders.get(key);
            require(holder == null || holder == job.number(), "the key " + key + " does not wait for " + holder);
            count(limit, startsOfKeys, atMicros, key);
            JobView best = before.values().stream()
                    .filter(one ->
                            waits(one) && key.equals(key(one)) && one.queue().equals(job.queue()))
                    .min(ORDER)
                    .orElse(null);
            require(
                    best != null && (holder != null || best.number() == job.number()),
                    "another job is before this one");
        }
        Limit ofQueue = ofQueues.getOrDefault(job.queue(), Limit.NONE);
        require(slots(ofQueue, leased(job.queue())) > 0, "the queue " + job.queue() + " runs too many jobs");
        count(ofQueue, startsOfQueues, atMicros, job.queue());
        before.put(job.number(), job);
    }

    private static void count(Limit limit, Map<String, Starts> all, long atMicros, String name) {
        Rate rate = limit.rate();
        if (rate != null) {
            Starts counted = counted(all, name, rate);
            // After a pause nothing counts that was before.
            if (starts(rate, counted, atMicros) == rate.burst() && !counted.returned) {
                counted = new Starts(rate);
            }
            require(counted.returned || starts(rate, counted, atMicros) > 0, name + " starts too many jobs");
            counted.atMicros.add(atMicros);
            all.put(name, counted);
        }
    }

    private static Starts counted(Map<String, Starts> all, String name, @Nullable Rate rate) {
        Starts counted = all.get(name);
        return counted == null || !Objects.equals(counted.rate, rate) ? new Starts(rate) : counted;
    }

    private static boolean waits(JobView job) {
        return job.state() == State.READY || job.state() == State.THROTTLED;
    }

    /** When all is settled, each queue has as many ready jobs of a key as may start. */
    void checkSettled(EngineView engine) {
        look(engine);
        Map<String, List<JobView>> lines = new HashMap<>();
        before.values().stream()
                .filter(job -> waits(job) && key(job) != null)
                .forEach(job -> lines.computeIfAbsent(key(job) + "/" + job.queue(), line -> new ArrayList<>())
                        .add(job));
        lines.values().forEach(line -> checkLine(line, engine.atMicros()));
    }

    private void checkLine(List<JobView> line, long nowMicros) {
        String key = Objects.requireNonNull(key(line.get(0)));
        Limit limit = limitOf(key);
        Starts counted = counted(startsOfKeys, key, limit == null ? null : limit.rate());
        int free = limit == null ? 1_000_000 : slots(limit, running(key));
        if (limit != null && limit.rate() != null) {
            free = Math.min(free, starts(limit.rate(), counted, nowMicros));
        }
        Long holder = limit != null && limit.ordered() ? holders.get(key) : null;
        int waiting = holder == null ? line.size() : count(line, job -> job.number() == holder);
        int ready = count(line, job -> job.state() == State.READY);
        throttled += line.size() - ready;
        boolean exact = !counted.returned || limit == null || limit.rate() == null;
        require(
                !exact || ready == Math.min(waiting, free),
                key + " has " + ready + " ready jobs of " + waiting + ", and may start " + free);
    }

    private void checkUnique(EngineView engine, Add add, long atMicros, Outcome<?> outcome) {
        UniqueKey unique = Objects.requireNonNull(add.options().ties().unique());
        String place = add.queue() + "/" + unique.key();
        JobView holder = holder(add.queue(), unique.key(), place, atMicros);
        duplicates += holder == null ? 0 : 1;
        AddedJob added = outcome.rejection() == null ? (AddedJob) outcome.reply() : null;
        if (holder == null) {
            require(added != null && added.created(), "the key " + place + " is free");
            successors.remove(place);
            return;
        }
        JobView successor = before.get(successors.getOrDefault(place, 0L));
        boolean follows = successor != null && !successor.state().ended() && successor.state() != State.LEASED;
        switch (unique.otherwise()) {
            case REFUSE -> require(outcome.rejection() == Rejection.KEY_TAKEN, "the key " + place + " is taken");
            case KEEP -> require(added != null && added.number() == holder.number(), "the key " + place + " is held");
            case REPLACE -> {
                boolean waiting =
                        holder.state() != State.LEASED && !holder.state().ended();
                require(added != null && added.created() == (!follows && !waiting), place + " has one successor");
                if (added != null && added.created()) {
                    successors.put(place, added.number());
                } else if (added != null && successor != null && follows) {
                    require(added.number() == successor.number(), place + " has a successor");
                }
                JobView target = engine.job(JobRef.of(added == null ? 0 : added.number()));
                require(target != null && Arrays.equals(target.payload(), add.payload()), place + " has its payload");
            }
        }
    }

    /** The job that holds the key; the successor does so only when the job before it does not any more. */
    private @Nullable JobView holder(String queue, String key, String place, long atMicros) {
        List<JobView> holding = before.values().stream()
                .filter(job -> {
                    UniqueKey unique = job.options().ties().unique();
                    return unique != null
                            && unique.key().equals(key)
                            && job.queue().equals(queue)
                            && ((!job.state().ended() && !(unique.untilLeased() && job.attempts() > 0))
                                    || atMicros < job.createdAtMicros() + unique.forMicros());
                })
                .toList();
        Long successor = successors.getOrDefault(place, 0L);
        require(holding.size() <= 2, "the key " + place + " is held by " + holding.size());
        return holding.size() < 2
                ? (holding.isEmpty() ? null : holding.get(0))
                : holding.stream()
                        .filter(job -> job.number() != successor)
                        .findFirst()
                        .orElse(null);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
