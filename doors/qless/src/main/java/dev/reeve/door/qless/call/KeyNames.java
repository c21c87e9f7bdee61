package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.ReplySize;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QlessQueries.Numbered;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Long query for the names of the existing keys that match. The lists of queues, workers, groups, tags and recurring jobs are
 * taken in one step each, and looked through in the steps that follow; jobs are read by number. So a key that exists during the
 * whole query is found once.
 */
final class KeyNames implements CallPlan.CountedQuery<KeyNames.Found> {
    /**
     * The names.
     *
     * @param nextJob the number of the first job that was not looked at; 0 if there is none
     * @param complete whether these are all; otherwise they are more than a reply may contain
     * @param bytes the size of the names
     */
    record Found(List<String> names, long nextJob, boolean complete, long bytes) implements ReplySize.Parts {
        @Override
        public List<String> parts() {
            return names;
        }
    }

    private static final List<String> QUEUE_PARTS = List.of("work", "scheduled", "locks", "depends", "recur");
    private static final List<String> STATISTICS = List.of("wait", "run", "stats");
    private static final List<String> SINGLE = List.of(
            "ql:queues",
            "ql:paused_queues",
            "ql:workers",
            "ql:tracked",
            "ql:completed",
            "ql:failures",
            "ql:tags",
            "ql:config");
    private static final int NAMES_A_STEP = 256;
    private static final int JOBS_A_CHECK = 8;
    private static final int MOST_NAMES = 5 * Slice.MOST;
    private static final long MOST_BYTES = 16L * 1024 * 1024;
    private static final long STEP_NANOS = 500_000;

    private final boolean withHistory;
    private final BiPredicate<String, EngineView> matches;
    private final ArrayDeque<Part<?>> parts = new ArrayDeque<>();
    private final List<String> names = new ArrayList<>();
    private long nextJob;
    private int jobsLeft;
    private long lookedAt;
    private long bytes;

    /** A list of names, and how the keys of one of them are added. */
    private static final class Part<T> {
        private final BiConsumer<T, EngineView> adder;
        private final Function<QlessQueries, List<T>> lister;
        private @Nullable List<T> list;
        private int next;

        Part(Function<QlessQueries, List<T>> lister, BiConsumer<T, EngineView> adder) {
            this.lister = lister;
            this.adder = adder;
        }

        /** Returns whether this was the last one. */
        boolean addNext(EngineView engine) {
            if (list == null) {
                list = lister.apply(engine.qless());
            }
            if (next < list.size()) {
                adder.accept(list.get(next++), engine);
            }
            return next >= list.size();
        }
    }

    /**
     * The query.
     *
     * @param form in 2012 a job's history was a field of its hash; a list of its own is a key that such clients do not expect
     * @param firstJob the first job to look at; 0 also for the keys that do not belong to single jobs
     * @param jobs how many jobs to look at
     */
    KeyNames(CallingConvention form, BiPredicate<String, EngineView> matches, long firstJob, int jobs) {
        this.withHistory = form == CallingConvention.CURRENT;
        this.matches = matches;
        this.nextJob = firstJob;
        this.jobsLeft = jobs;
        if (firstJob == 0) {
            int most = Slice.MOST + 1;
            parts.add(new Part<>(queries -> SINGLE, this::addIfExists));
            parts.add(new Part<>(queries -> queries.queueNames(most), this::addQueue));
            parts.add(new Part<>(queries -> queries.workers(most), this::addWorker));
            parts.add(new Part<>(
                    queries -> queries.failureGroups(most), (group, at) -> addIfExists("ql:f:" + group, at)));
            parts.add(new Part<>(queries -> queries.tags(most), (tag, at) -> addIfExists("ql:t:" + tag, at)));
            parts.add(new Part<>(queries -> queries.allRecurring(most), (id, at) -> addIfExists("ql:r:" + id, at)));
        }
    }

    @Override
    public long lookedAt() {
        return lookedAt;
    }

    @Override
    public @Nullable Found step(EngineView engine) {
        long beganNanos = System.nanoTime();
        for (int i = 0; i < NAMES_A_STEP; i++) {
            Part<?> part = parts.peek();
            if (part == null) {
                return stepThroughJobs(engine, beganNanos);
            }
            lookedAt++;
            if (part.addNext(engine)) {
                parts.remove(part);
            }
            if (names.size() > MOST_NAMES || bytes > MOST_BYTES) {
                return new Found(List.of(), 0, false, 0);
            }
            if (System.nanoTime() - beganNanos >= STEP_NANOS) {
                break;
            }
        }
        return null;
    }

    private @Nullable Found stepThroughJobs(EngineView engine, long beganNanos) {
        int wanted = Math.min(jobsLeft, NAMES_A_STEP);
        List<Numbered> jobs = engine.qless().jobsFrom(nextJob, wanted);
        int done = 0;
        while (done < jobs.size()) {
            addJob(jobs.get(done++), engine);
            if (done % JOBS_A_CHECK == 0 && System.nanoTime() - beganNanos >= STEP_NANOS) {
                break;
            }
        }
        lookedAt += done;
        jobsLeft -= done;
        boolean last = done == jobs.size() && done < wanted;
        nextJob = done == 0 ? nextJob : jobs.get(done - 1).number() + 1;
        if (bytes > MOST_BYTES) {
            return new Found(List.of(), 0, false, 0);
        }
        return last || jobsLeft == 0 ? new Found(names, last ? 0 : nextJob, true, bytes) : null;
    }

    private void addQueue(String queue, EngineView engine) {
        QUEUE_PARTS.forEach(part -> addIfExists("ql:q:" + queue + "-" + part, engine));
        parts.addFirst(new Part<>(
                queries -> queries.statsDays(queue),
                (day, at) -> STATISTICS.forEach(
                        kind -> addIfExists("ql:s:" + kind + ":" + day * 86_400 + ":" + queue, at))));
    }

    private void addWorker(String worker, EngineView engine) {
        addIfExists("ql:w:" + worker + ":jobs", engine);
    }

    private void addJob(Numbered job, EngineView engine) {
        String key = "ql:j:" + job.id();
        addIf(true, key, engine);
        addIf(withHistory && job.history(), key + "-history", engine);
        addIf(job.dependencies(), key + "-dependencies", engine);
        addIf(job.dependents(), key + "-dependents", engine);
    }

    private void addIfExists(String key, EngineView engine) {
        addIf(KeyViews.of(key, engine.qless()).exists(), key, engine);
    }

    private void addIf(boolean exists, String key, EngineView engine) {
        if (exists && matches.test(key, engine)) {
            names.add(key);
            bytes += key.length();
        }
    }
}
