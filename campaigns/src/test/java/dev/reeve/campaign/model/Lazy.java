package dev.reeve.campaign.model;

import dev.reeve.campaign.model.ModelJob.Failure;
import dev.reeve.campaign.model.ModelJob.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The model of qless jobs: histories, and deadlines that are evaluated by the caller's clock when a call polls the queue. */
final class Lazy {
    static final String DEFAULT_GROUP = "failed";

    private static final int LONGEST_HISTORY = 100;

    /** A recurring job. */
    static final class Recurring {
        final String id;
        String queue = "";
        String data = "";
        long priority;
        List<String> tags = new ArrayList<>();
        int retries;
        long backlog;
        long count;
        long interval;
        long next;

        Recurring(String id) {
            this.id = id;
        }
    }

    final Map<String, Recurring> recurring = new TreeMap<>();
    final Map<String, String> config = new TreeMap<>();
    final Map<String, Long> tracked = new LinkedHashMap<>();
    final Map<String, Long> workers = new TreeMap<>();
    private final Model model;
    private long failures;

    Lazy(Model model) {
        this.model = model;
    }

    double option(String name, double otherwise) {
        String text = config.get(name);
        return text == null ? otherwise : Double.parseDouble(text);
    }

    long heartbeat(String queue) {
        return (long) (option(queue + "-heartbeat", option("heartbeat", 60)) * Model.SECOND);
    }

    private long grace() {
        return (long) (option("grace-period", 10) * Model.SECOND);
    }

    private long mostLeased(String queue) {
        return (long) option(queue + "-max-concurrency", 0);
    }

    /** Records a call of a worker. A new worker removes those that have not called for too long. */
    void seen(String worker, long now) {
        if (workers.put(worker, now) == null) {
            expireWorkers(now);
        }
    }

    /** Removes the workers that have not been seen for too long, and their lists of jobs. */
    void expireWorkers(long now) {
        long tooOld = now - (long) (option("max-worker-age", 86_400) * Model.SECOND);
        for (String name : List.copyOf(workers.keySet())) {
            if (workers.getOrDefault(name, now) <= tooOld) {
                workers.remove(name);
                model.jobs.stream()
                        .filter(job -> job.state == State.LEASED && job.worker.equals(name) && !job.disowned)
                        .forEach(job -> disown(job));
            }
        }
    }

    private static void disown(ModelJob job) {
        job.story = true;
        job.disowned = true;
    }

    // Polling a queue

    List<ModelJob> lapsed(String queue, long now) {
        return model.in(queue, State.LEASED).stream()
                .filter(job -> job.lazy && job.deadline <= now)
                .sorted(Comparator.<ModelJob>comparingLong(job -> job.deadline).thenComparing(job -> job.id))
                .toList();
    }

    List<ModelJob> ripe(String queue, long now) {
        return model.in(queue, State.SCHEDULED, State.RETRYING).stream()
                .filter(job -> job.lazy && job.due <= now)
                .sorted(Comparator.<ModelJob>comparingLong(job -> job.due).thenComparing(job -> job.id))
                .toList();
    }

    private List<Recurring> recurringDue(String queue, long now) {
        return recurring.values().stream()
                .filter(job -> job.queue.equals(queue) && job.next <= now)
                .sorted(Comparator.<Recurring>comparingLong(job -> job.next).thenComparing(job -> job.id))
                .toList();
    }

    /** The number of jobs that a caller without its own clock can lease. */
    int readyCount(String queue) {
        Model.Queue found = model.queues.get(queue);
        if (found == null || found.paused) {
            return 0;
        }
        int count = model.ready(queue).size()
                + recurringDue(queue, model.now).size()
                + ripe(queue, model.now).size()
                + lapsed(queue, model.now).size();
        return room(queue, model.now, count);
    }

    private int room(String queue, long now, int wanted) {
        long most = mostLeased(queue);
        if (most <= 0) {
            return wanted;
        }
        long running = model.in(queue, State.LEASED).stream()
                .filter(job -> !job.lazy || job.deadline >= now)
                .count();
        return (int) Math.max(0, Math.min(wanted, most - running));
    }

    /** The next jobs to lease, after the due transitions of the queue. */
    List<ModelJob> take(String queue, long now, boolean warns, int count) {
        Model.Queue found = model.queues.get(queue);
        if (found == null || found.paused) {
            return List.of();
        }
        int room = room(queue, now, count);
        List<ModelJob> taken = new ArrayList<>();
        for (ModelJob job : limited(lapsed(queue, now), room)) {
            if (lapse(job, now, warns ? grace() : 0)) {
                taken.add(job);
            }
        }
        if (room > 0) {
            spawn(queue, now, room - taken.size());
            ripen(queue, now, room - taken.size());
            taken.addAll(limited(model.ready(queue), room - taken.size()));
        }
        return taken;
    }

    List<ModelJob> peek(String queue, long now, int count) {
        if (!model.queues.containsKey(queue)) {
            return List.of();
        }
        List<ModelJob> next = new ArrayList<>(limited(lapsed(queue, now), count));
        spawn(queue, now, count - next.size());
        ripen(queue, now, count - next.size());
        next.addAll(limited(model.ready(queue), count - next.size()));
        return next;
    }

    static <T> List<T> limited(List<T> list, int most) {
        return List.copyOf(list.subList(0, Math.max(0, Math.min(most, list.size()))));
    }

    /** An expired lock: first a warning, then the job can be leased, if it has a retry left. */
    private boolean lapse(ModelJob job, long now, long grace) {
        boolean takes = grace <= 0 || job.warned;
        if (grace <= 0 || !takes) {
            note(job, ModelHistory.timedOut(now));
            job.warned = true;
            job.disowned = true;
            job.deadline = now + grace;
        }
        if (!takes) {
            return false;
        }
        model.count("timed_out");
        int used = job.retriesUsed + (job.isUndelivered() ? 0 : 1);
        if (used > job.retries) {
            exhaust(now, job, null, "failed-retries-" + job.queue);
            return false;
        }
        job.warned = false;
        job.retriesUsed = used;
        return true;
    }

    static Failure exhausted(ModelJob job, String group, long now) {
        return new Failure(group, "Job exhausted retries in queue \\\"" + job.queue + "\\\"", now, "");
    }

    private void ripen(String queue, long now, int count) {
        for (ModelJob job : limited(ripe(queue, now), count)) {
            model.tries.becomeReady(job);
            job.due = now;
        }
    }

    private void spawn(String queue, long now, int count) {
        int spawned = 0;
        for (Recurring from : limited(recurringDue(queue, now), count)) {
            long next = Math.floorDiv(from.next, Model.SECOND) * Model.SECOND;
            double missed = (double) (now - next) / from.interval;
            if (from.backlog != 0 && missed > from.backlog) {
                next += (long) Math.ceil(missed - from.backlog) * from.interval;
            }
            while (next <= now && spawned < count) {
                spawned++;
                from.count++;
                if (model.find(from.id + "-" + from.count) == null) {
                    ModelJob job = put(next, from.id + "-" + from.count, queue, from.data);
                    job.spawnedFrom = from.id;
                    job.klass = "k";
                    job.priority = from.priority;
                    job.retries = from.retries;
                    from.tags.forEach(tag -> addTag(job, tag, now));
                }
                next += from.interval;
                from.next = next;
            }
        }
    }

    /** A new job on its callers' clocks. */
    ModelJob put(long now, String id, String queue, String data) {
        ModelJob job = model.add(id, queue, data);
        job.history.clear();
        job.history.add(ModelHistory.put(now, queue));
        job.lazy = true;
        job.story = true;
        job.rule = ModelJob.Rule.LAPSES;
        job.keep = Model.FOREVER;
        job.retained = true;
        job.due = now;
        return job;
    }

    // Histories

    void note(ModelJob job, String line) {
        job.story = true;
        job.history.add(line);
        int most = (int) option("max-job-history", LONGEST_HISTORY);
        while (job.history.size() > most) {
            job.history.remove(1);
        }
    }

    static void addTag(ModelJob job, String tag, long now) {
        if (!job.tags.contains(tag)) {
            job.tags.add(tag);
            job.tagTimes.add(now);
        }
    }

    /** Updates history, failure and dependencies of a job that has ended. */
    void storyEnds(long now, ModelJob job) {
        job.dependsOn.clear();
        job.warned = false;
        if (job.state == State.COMPLETED) {
            note(job, ModelHistory.done(now));
            job.failure = null;
            job.retriesUsed = 0;
        } else if (job.state == State.FAILED) {
            if (job.failure == null) {
                long when = Math.floorDiv(now, Model.SECOND) * Model.SECOND;
                job.failure = new Failure(DEFAULT_GROUP, job.result == null ? "" : job.result, when, "");
                job.failedAs = ++failures;
            }
        }
    }

    /** Records the job's last failure. */
    void failed(long now, ModelJob job, Failure failure, String worker) {
        note(
                job,
                worker.isEmpty()
                        ? ModelHistory.failed(now, failure.group())
                        : ModelHistory.failed(now, failure.group(), worker));
        job.failedAs = ++failures;
        job.failure = failure;
    }

    /** Ends a job without retries left; the reason is null if its worker gave none. */
    void exhaust(long now, ModelJob job, @Nullable Failure reason, String group) {
        model.count("failed");
        failed(now, job, reason == null ? exhausted(job, group, now) : reason, "");
        job.retriesUsed++;
        model.tries.end(now, job, State.FAILED, "0", reason == null ? "" : reason.message());
    }

    // Dependencies

    /** Removes this job from the dependencies of all others, and releases those that depend on nothing else. */
    void free(long now, String id) {
        for (ModelJob job : List.copyOf(model.jobs)) {
            if (job.dependsOn.remove(id)) {
                freed(job, now, false);
            }
        }
    }

    void freed(ModelJob job, long now, boolean evenIfDelayed) {
        if (job.dependsOn.isEmpty() && job.state == State.DEPENDS) {
            boolean delayed = job.delayedUntil != Model.FOREVER && !evenIfDelayed;
            job.due = delayed ? job.delayedUntil : now;
            job.state = delayed ? State.SCHEDULED : State.READY;
            job.delayedUntil = Model.FOREVER;
        }
    }

    /** The ids of existing jobs that are neither completed nor cancelled, and {@code self}. */
    List<String> unfinished(List<String> ids, String self) {
        List<String> unfinished = new ArrayList<>();
        for (String id : ids) {
            ModelJob job = model.find(id);
            boolean toDo = job != null && job.state != State.COMPLETED && job.state != State.CANCELLED;
            if ((toDo || id.equals(self)) && !unfinished.contains(id)) {
                unfinished.add(id);
            }
        }
        return unfinished;
    }

    /** Deletes completed jobs above the limits of age and number. */
    void prune(long now) {
        long oldest = now - (long) (option("jobs-history", 604_800) * Model.SECOND);
        long most = (long) option("jobs-history-count", 50_000);
        List<ModelJob> completed = completed();
        for (int i = 0; i < completed.size(); i++) {
            if (completed.get(i).ended <= oldest || completed.size() - i > most) {
                model.remove(completed.get(i), "gone");
            }
        }
    }

    /** Ordered by completion time. */
    List<ModelJob> completed() {
        return model.jobs.stream()
                .filter(job -> job.retained && job.state == State.COMPLETED)
                .sorted(Comparator.<ModelJob>comparingLong(job -> job.ended).thenComparing(job -> job.id))
                .toList();
    }
}
