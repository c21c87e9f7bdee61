package dev.reeve.campaign.model;

import dev.reeve.campaign.model.ModelJob.Failure;
import dev.reeve.campaign.model.ModelJob.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The effect and the reply of each qless call. */
final class QlessModel {
    private static final int PAGE = 25;
    private static final long FAR = 8_640_000 * Model.SECOND;
    private static final int USUAL_RETRIES = 5;

    private final Model model;
    private final Lazy lazy;
    private final QlessJson json;

    QlessModel(Model model) {
        this.model = model;
        this.lazy = model.lazy;
        this.json = new QlessJson(model);
    }

    String call(String name, long now, List<String> args, ModelNames names) {
        return switch (name) {
            case "put" -> put(now, args, names);
            case "requeue" ->
                model.find(args.get(2)) == null
                        ? "-Requeue(): Job " + args.get(2) + " does not exist"
                        : put(now, args, names);
            case "pop" -> pop(now, args);
            case "peek" -> json.jobs(lazy.peek(args.get(0), now, Integer.parseInt(args.get(1))));
            case "heartbeat" -> heartbeat(now, args);
            case "complete" -> complete(now, args, names);
            case "fail" -> fail(now, args);
            case "retry" -> retry(now, args);
            case "timeout" -> timeout(now, args.get(0));
            case "cancel" -> cancel(args);
            case "depends" -> depends(now, args);
            case "unfail" -> unfail(now, args);
            case "tag" -> tag(now, args);
            case "track" -> track(now, args);
            case "priority", "log" -> note(name, now, args);
            case "pause", "unpause" -> pause(args.get(0), name.equals("pause"));
            case "config.set" -> {
                lazy.config.put(args.get(0), args.get(1));
                yield "nil";
            }
            case "config.unset" -> {
                lazy.config.remove(args.get(0));
                yield "nil";
            }
            case "recur" -> recur(now, args);
            case "unrecur" -> {
                lazy.recurring.remove(args.get(0));
                yield ":1";
            }
            case "workers" -> workers(now, args);
            case "worker.deregister" -> {
                lazy.workers.remove(args.get(0));
                yield "nil";
            }
            default -> look(name, now, args);
        };
    }

    private String look(String name, long now, List<String> args) {
        return switch (name) {
            case "get" -> orNil(model.find(args.get(0)), job -> json.job(job, job.deadline));
            case "multiget" ->
                json.jobs(args.stream()
                        .flatMap(id -> model.jobs.stream().filter(job -> job.id.equals(id)))
                        .toList());
            case "queues" -> counts(args.get(0), now);
            case "length" -> ":" + length(args.get(0));
            case "failed" -> failed(args);
            case "jobs" -> jobs(now, args);
            case "recur.get" -> recurring(args.get(0));
            default -> ModelQless.ANYTHING;
        };
    }

    private static String orNil(@Nullable ModelJob job, Function<ModelJob, String> shown) {
        return job == null ? "nil" : shown.apply(job);
    }

    private static boolean given(String word) {
        return !word.equals("-");
    }

    private static List<String> ids(String word, ModelNames names) {
        return given(word) ? Arrays.stream(word.split(",")).map(names::id).toList() : List.of();
    }

    private void use(String queue) {
        model.queues.computeIfAbsent(queue, any -> new Model.Queue());
    }

    // Put

    private String put(long now, List<String> args, ModelNames names) {
        String queue = args.get(1);
        ModelJob job = model.find(args.get(2));
        List<String> depends = ids(args.get(8), names);
        if (job == null) {
            job = lazy.put(now, args.get(2), queue, args.get(3));
            job.retries = USUAL_RETRIES;
            job.dependsOn.addAll(lazy.unfinished(depends, job.id));
        } else {
            move(now, job, queue, args.get(3));
            if (!depends.isEmpty()) {
                job.dependsOn.clear();
                job.dependsOn.addAll(lazy.unfinished(depends, job.id));
            }
        }
        job.klass = "k";
        job.priority = given(args.get(5)) ? Long.parseLong(args.get(5)) : job.priority;
        job.retries = given(args.get(7)) ? Integer.parseInt(args.get(7)) : job.retries;
        List<String> tags = given(args.get(6)) ? List.of(args.get(6).split(",")) : List.copyOf(job.tags);
        job.tags.clear();
        job.tagTimes.clear();
        for (String tag : tags) {
            Lazy.addTag(job, tag, now);
        }
        place(now, job, Long.parseLong(args.get(4)) * Model.SECOND);
        return job.id;
    }

    /** Puts the existing job into the queue. */
    private void move(long now, ModelJob job, String queue, String data) {
        ontoCallerClock(job);
        job.payload = data;
        moveTo(job, queue);
        startOver(job);
        lazy.note(job, ModelHistory.put(now, queue));
    }

    /** Turns the job into a qless job. */
    private static void ontoCallerClock(ModelJob job) {
        job.retries = job.rule == ModelJob.Rule.ATTEMPTS ? USUAL_RETRIES : job.retries;
        job.rule = ModelJob.Rule.LAPSES;
        job.ttl = Model.FOREVER;
        job.leaseLasts = 0;
        job.heartbeat = 0;
        job.keep = Model.FOREVER;
        job.retained = true;
        job.foreground = false;
        job.maxAttempts = 0;
        job.maxFails = 0;
        job.delays = List.of();
        job.shownAsZero = false;
        job.lazy = true;
    }

    private void moveTo(ModelJob job, String queue) {
        use(queue);
        job.queue = queue;
        job.queueDeleted = false;
    }

    private static void startOver(ModelJob job) {
        job.retriesUsed = 0;
        job.timedOut = false;
        job.stalled = false;
        job.wasLeased = false;
        job.ended = 0;
        job.result = null;
    }

    private static void place(long now, ModelJob job, long delay) {
        job.warned = false;
        job.disowned = false;
        boolean depends = !job.dependsOn.isEmpty();
        job.delayedUntil = depends && delay > 0 ? now + delay : Model.FOREVER;
        job.due = !depends && delay > 0 ? now + delay : now;
        job.state = depends ? State.DEPENDS : delay > 0 ? State.SCHEDULED : State.READY;
    }

    // Calls of workers

    private String pop(long now, List<String> args) {
        String queue = args.get(0);
        Model.Queue found = model.queues.get(queue);
        if (found == null || !found.paused) {
            lazy.seen(args.get(1), now);
        }
        List<String> shown = new ArrayList<>();
        for (ModelJob job : lazy.take(queue, now, true, Integer.parseInt(args.get(2)))) {
            long lasts = lazy.heartbeat(queue);
            job.story = true;
            model.lease(job, new Waiter.Lender(args.get(1), 0), now, (job.lazy ? now : model.now) + lasts);
            shown.add(json.job(job, now + lasts));
        }
        return shown.isEmpty() ? "{}" : "[" + String.join(",", shown) + "]";
    }

    /** The error text of a call if the worker may not report on the job. */
    private @Nullable String refusal(List<String> args, String... words) {
        ModelJob job = model.find(args.get(0));
        String named = words[0] + "(): Job " + args.get(0);
        if (job == null) {
            return "-" + named + words[1] + "does not exist";
        }
        if (job.state != State.LEASED) {
            return "-" + named + words[1] + words[2] + "not currently running: " + QlessJson.state(job);
        }
        return job.worker.equals(args.get(1)) ? null : "-" + named + words[3] + job.worker;
    }

    private ModelJob held(List<String> args) {
        ModelJob job = model.find(args.get(0));
        if (job == null) {
            throw new IllegalStateException("checked before");
        }
        return job;
    }

    private String heartbeat(long now, List<String> args) {
        String refusal = refusal(args, "Heartbeat", " ", "", " given out to another worker: ");
        if (refusal != null) {
            return refusal;
        }
        ModelJob job = held(args);
        lazy.seen(args.get(1), now);
        long lasts = lazy.heartbeat(job.queue);
        job.renewedAt = job.lazy ? now : model.now;
        job.deadline = job.renewedAt + lasts;
        job.disowned = false;
        job.payload = given(args.get(2)) ? args.get(2) : job.payload;
        return ":" + Math.floorDiv(now + lasts, Model.SECOND);
    }

    private String complete(long now, List<String> args, ModelNames names) {
        String refusal = refusal(args, "Complete", " ", "is ", " has been handed out to another worker: ");
        if (refusal != null) {
            return refusal;
        }
        ModelJob job = held(args);
        if (!job.queue.equals(args.get(2))) {
            return "-Complete(): Job " + job.id + " running in another queue: " + job.queue;
        }
        String next = args.get(4);
        if (!given(next)) {
            job.payload = job.lazy ? args.get(3) : job.payload;
            model.tries.complete(now, job, job.lazy ? "" : args.get(3));
            return "complete";
        }
        lazy.note(job, ModelHistory.done(now));
        lazy.note(job, ModelHistory.put(now, next));
        job.failure = null;
        job.payload = args.get(3);
        moveTo(job, next);
        if (!job.lazy) {
            ontoCallerClock(job);
        }
        startOver(job);
        job.dependsOn.clear();
        job.dependsOn.addAll(lazy.unfinished(ids(args.get(6), names), job.id));
        boolean met = given(args.get(6)) && job.dependsOn.isEmpty();
        place(now, job, met ? 0 : Long.parseLong(args.get(5)) * Model.SECOND);
        return QlessJson.state(job);
    }

    private String fail(long now, List<String> args) {
        String refusal = refusal(args, "Fail", "", "", " running with another worker: ");
        if (refusal != null) {
            return refusal;
        }
        ModelJob job = held(args);
        job.payload = job.lazy && given(args.get(4)) ? args.get(4) : job.payload;
        model.tries.fail(now, job, args.get(3), args.get(2));
        return job.id;
    }

    /** Its arguments are jid, worker, queue, delay, group and message. */
    private String retry(long now, List<String> given) {
        List<String> args = new ArrayList<>(given);
        args.set(1, given.get(2));
        args.set(2, given.get(1));
        String refusal = refusal(args, "Retry", " ", "is ", " has been given to another worker: ");
        if (refusal != null) {
            return refusal;
        }
        ModelJob job = held(args);
        boolean counted = job.rule == ModelJob.Rule.ATTEMPTS;
        int left = counted
                ? Tries.attemptsLeft(job) ? Math.max(0, job.maxAttempts - job.attempts) : -1
                : job.retries - job.retriesUsed - 1;
        boolean says = given(args.get(4));
        long when = Math.floorDiv(now, Model.SECOND) * Model.SECOND;
        Failure why = says ? new Failure(args.get(4), args.get(5), when, args.get(1)) : null;
        if (left < 0) {
            lazy.exhaust(now, job, why, "failed-retries-" + args.get(2));
            if (!job.queueDeleted || !job.queue.equals(args.get(2))) {
                use(args.get(2));
            }
            return ":" + left;
        }
        model.count("retried");
        job.story = true;
        job.failure = why == null ? job.failure : why;
        job.warned = false;
        moveTo(job, args.get(2));
        job.retriesUsed++;
        job.wasLeased = false;
        long delay = Long.parseLong(args.get(3)) * Model.SECOND;
        job.due = (job.lazy ? now : model.now) + delay;
        job.state = delay > 0 ? State.SCHEDULED : State.READY;
        return ":" + left;
    }

    private String timeout(long now, String id) {
        ModelJob job = model.find(id);
        if (job == null || job.state != State.LEASED) {
            return "-Timeout(): Job " + id + (job == null ? " does not exist" : " not running");
        }
        if (job.queueDeleted) {
            model.remove(job, "gone");
        } else if (job.lazy) {
            lazy.note(job, ModelHistory.timedOut(now));
            job.state = State.READY;
            job.stalled = true;
        } else {
            model.tries.lapse(job);
        }
        return "nil";
    }

    private String cancel(List<String> ids) {
        for (String id : ids) {
            for (ModelJob other : model.jobs) {
                if (other.dependsOn.contains(id) && !ids.contains(other.id)) {
                    return "-Cancel(): " + id + " is a dependency of " + other.id
                            + " but is not mentioned to be canceled";
                }
            }
        }
        for (String id : ids) {
            ModelJob job = model.find(id);
            if (job != null && job.state != State.COMPLETED) {
                model.jobs.forEach(other -> other.dependsOn.remove(id));
                model.removeAlone(job, "gone");
            }
        }
        return "[" + String.join(",", ids) + "]";
    }

    private String depends(long now, List<String> args) {
        ModelJob job = model.find(args.get(0));
        if (job == null || job.state != State.DEPENDS) {
            return "-Depends(): Job " + args.get(0) + " not in the depends state: "
                    + (job == null ? "false" : QlessJson.state(job));
        }
        List<String> ids = args.subList(2, args.size());
        if (args.get(1).equals("on")) {
            lazy.unfinished(ids, job.id).stream()
                    .filter(id -> !job.dependsOn.contains(id))
                    .forEach(job.dependsOn::add);
        } else {
            job.dependsOn.removeIf(id -> ids.contains("all") || ids.contains(id));
            lazy.freed(job, now, true);
        }
        return ":1";
    }

    private String unfail(long now, List<String> args) {
        List<ModelJob> failed = new ArrayList<>(failedIn(args.get(1)));
        List<ModelJob> first =
                failed.subList(Math.max(0, failed.size() - Integer.parseInt(args.get(2))), failed.size());
        for (ModelJob job : List.copyOf(first)) {
            lazy.note(job, ModelHistory.put(now, args.get(0)));
            moveTo(job, args.get(0));
            startOver(job);
            job.due = job.lazy ? now : model.now;
            job.state = State.READY;
        }
        return ":" + first.size();
    }

    // Tags, tracking and history

    private String note(String name, long now, List<String> args) {
        ModelJob job = model.find(args.get(0));
        if (job == null) {
            return (name.equals("log") ? "-Log" : "-Priority") + "(): Job " + args.get(0) + " does not exist";
        }
        if (name.equals("log")) {
            lazy.note(job, ModelHistory.noted(now, args.get(1)));
            return "nil";
        }
        job.priority = Long.parseLong(args.get(1));
        job.due = job.state == State.READY ? 0 : job.due;
        return ":" + job.priority;
    }

    private String tag(long now, List<String> args) {
        if (args.get(0).equals("get")) {
            List<String> jobs = model.jobs.stream()
                    .filter(job -> job.tags.contains(args.get(1)))
                    .map(job -> job.id)
                    .toList();
            String page = jobs.size() > PAGE ? ModelQless.ANYTHING : ModelQless.ANY_ORDER + ModelText.list(jobs);
            return page + (jobs.size() > PAGE ? "" : " jobs total " + jobs.size());
        }
        if (args.get(0).equals("top")) {
            Map<String, Integer> counts = new TreeMap<>();
            model.jobs.forEach(job -> job.tags.forEach(tag -> counts.merge(tag, 1, Integer::sum)));
            counts.values().removeIf(count -> count < 2);
            return ModelQless.ANY_ORDER + ModelText.table(List.copyOf(counts.keySet()));
        }
        ModelJob job = model.find(args.get(1));
        if (job == null) {
            return "-Tag(): Job " + args.get(1) + " does not exist";
        }
        job.story = true;
        if (args.get(0).equals("add")) {
            Lazy.addTag(job, args.get(2), now);
        } else {
            job.tags.remove(args.get(2));
        }
        return ModelText.table(job.tags);
    }

    private String track(long now, List<String> args) {
        if (args.isEmpty()) {
            List<String> expired = new ArrayList<>(lazy.tracked.keySet());
            List<ModelJob> jobs =
                    model.jobs.stream().filter(job -> expired.remove(job.id)).toList();
            return ModelQless.ANY_ORDER + "{\"expired\":" + ModelText.table(expired) + ",\"jobs\":" + json.jobs(jobs)
                    + "}";
        }
        String id = args.get(1);
        if (model.find(id) == null) {
            return "-Track(): Job does not exist";
        }
        if (args.get(0).equals("track")) {
            return lazy.tracked.putIfAbsent(id, now) == null ? "1" : "0";
        }
        return lazy.tracked.remove(id) == null ? "0" : "1";
    }

    private String pause(String queue, boolean paused) {
        if (paused) {
            use(queue);
        }
        Model.Queue found = model.queues.get(queue);
        if (found != null) {
            found.paused = paused;
        }
        return "nil";
    }

    private String recur(long now, List<String> args) {
        use(args.get(0));
        Lazy.Recurring before = lazy.recurring.get(args.get(1));
        Lazy.Recurring job = new Lazy.Recurring(args.get(1));
        job.queue = args.get(0);
        job.data = args.get(2);
        job.interval = Long.parseLong(args.get(3)) * Model.SECOND;
        job.next = now + Long.parseLong(args.get(4)) * Model.SECOND;
        job.backlog = Long.parseLong(args.get(5));
        job.retries = Integer.parseInt(args.get(6));
        job.count = before == null ? 0 : before.count;
        lazy.recurring.put(job.id, job);
        return job.id;
    }

    private String recurring(String id) {
        Lazy.Recurring job = lazy.recurring.get(id);
        return job == null
                ? "nil"
                : "{\"tags\":{},\"jid\":" + ModelText.quoted(id) + ",\"retries\":" + job.retries + ",\"data\":"
                        + ModelText.quoted(job.data) + ",\"queue\":" + ModelText.quoted(job.queue)
                        + ",\"state\":\"recur\",\"count\":" + job.count + ",\"interval\":"
                        + ModelText.seconds(job.interval) + ",\"klass\":\"k\",\"backlog\":" + job.backlog
                        + ",\"priority\":" + job.priority + "}";
    }

    // Lists

    private List<ModelJob> failedIn(String group) {
        return model.jobs.stream()
                .filter(job -> job.state == State.FAILED && job.failure != null)
                .filter(job -> job.failure != null && job.failure.group().equals(group))
                .sorted(Comparator.<ModelJob>comparingLong(job -> job.failedAs).reversed())
                .toList();
    }

    private String failed(List<String> args) {
        if (!args.isEmpty()) {
            List<ModelJob> jobs = failedIn(args.get(0));
            List<String> ids =
                    Lazy.limited(jobs, PAGE).stream().map(job -> job.id).toList();
            return "{\"jobs\":" + ModelText.table(ids) + ",\"total\":" + jobs.size() + "}";
        }
        Map<String, Integer> groups = new TreeMap<>();
        for (ModelJob job : model.jobs) {
            if (job.state == State.FAILED && job.failure != null) {
                groups.merge(job.failure.group(), 1, Integer::sum);
            }
        }
        List<String> counts = new ArrayList<>();
        groups.forEach((group, count) -> counts.add(ModelText.quoted(group) + ":" + count));
        return "{" + String.join(",", counts) + "}";
    }

    private String counts(String queue, long now) {
        int stalled = lazy.lapsed(queue, now).size();
        int ripe = lazy.ripe(queue, now).size();
        Model.Queue found = model.queues.get(queue);
        long recurring = lazy.recurring.values().stream()
                .filter(job -> job.queue.equals(queue))
                .count();
        return "{\"paused\":" + (found != null && found.paused)
                + ",\"running\":" + (model.in(queue, State.LEASED).size() - stalled)
                + ",\"name\":" + ModelText.quoted(queue)
                + ",\"waiting\":" + (model.ready(queue).size() + ripe)
                + ",\"recurring\":" + recurring
                + ",\"depends\":" + model.in(queue, State.DEPENDS).size()
                + ",\"stalled\":" + stalled
                + ",\"scheduled\":" + (model.scheduled(queue).size() - ripe) + "}";
    }

    private String workers(long now, List<String> args) {
        lazy.expireWorkers(now);
        if (!args.isEmpty()) {
            return "{\"stalled\":" + listed(jobsOf(args.get(0), Long.MIN_VALUE, now)) + ",\"jobs\":"
                    + listed(jobsOf(args.get(0), now, now + FAR)) + "}";
        }
        List<String> names = new ArrayList<>(lazy.workers.keySet());
        names.sort(Comparator.<String, Long>comparing(lazy.workers::get)
                .thenComparing(Comparator.naturalOrder())
                .reversed());
        List<String> shown = new ArrayList<>();
        for (String name : names) {
            shown.add("{\"stalled\":" + jobsOf(name, Long.MIN_VALUE, now).size()
                    + ",\"name\":" + ModelText.quoted(name)
                    + ",\"jobs\":" + jobsOf(name, now, now + FAR).size() + "}");
        }
        return shown.isEmpty() ? "{}" : "[" + String.join(",", shown) + "]";
    }

    /** The ids of the worker's jobs whose leases end in that time, the last one first. */
    private List<String> jobsOf(String worker, long from, long to) {
        return model.jobs.stream()
                .filter(job -> job.state == State.LEASED && job.worker.equals(worker) && !job.disowned)
                .filter(job -> job.deadline >= from && job.deadline <= to)
                .sorted(Comparator.<ModelJob>comparingLong(job -> job.deadline)
                        .thenComparing(job -> job.id)
                        .reversed())
                .map(job -> job.id)
                .toList();
    }

    private static String listed(List<String> ids) {
        return ids.isEmpty()
                ? "{}"
                : "[" + String.join(",", ids.stream().map(ModelText::quoted).toList()) + "]";
    }

    private int length(String queue) {
        return model.in(queue, State.READY, State.SCHEDULED, State.RETRYING, State.LEASED)
                .size();
    }

    private String jobs(long now, List<String> args) {
        if (args.get(0).equals("complete")) {
            List<String> ids =
                    new ArrayList<>(lazy.completed().stream().map(job -> job.id).toList());
            Collections.reverse(ids);
            return "[" + String.join(",", Lazy.limited(ids, PAGE)) + "]";
        }
        String queue = args.get(1);
        List<ModelJob> jobs = switch (args.get(0)) {
            case "stalled" -> lazy.lapsed(queue, now);
            case "depends" -> model.in(queue, State.DEPENDS);
            default -> List.of();
        };
        List<String> ids = args.get(0).equals("recurring")
                ? lazy.recurring.values().stream()
                        .filter(job -> job.queue.equals(queue))
                        .map(job -> job.id)
                        .toList()
                : jobs.stream().map(job -> job.id).toList();
        boolean checked = !List.of("running", "scheduled").contains(args.get(0)) && ids.size() <= PAGE;
        return checked ? ModelQless.ANY_ORDER + "[" + String.join(",", ids) + "]" : ModelQless.ANYTHING;
    }
}
