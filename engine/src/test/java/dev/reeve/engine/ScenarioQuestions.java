package dev.reeve.engine;

import static dev.reeve.engine.ScenarioReplies.moment;

import dev.reeve.engine.batch.BatchCounts;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.batch.Callback;
import dev.reeve.engine.job.CancelRequest;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobOptions;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeaseEnd;
import dev.reeve.engine.job.Obstacle;
import dev.reeve.engine.job.Progress;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.engine.search.FailureSearch;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobOrder;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobSearch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The words of a {@link Scenario} that ask, whatever the protocol. */
final class ScenarioQuestions {
    private ScenarioQuestions() {}

    static String answer(EngineView engine, ScenarioWords words) {
        return switch (words.first()) {
            case "schedule" -> ScenarioSchedules.answer(engine, words.get(1));
            case "states" -> states(engine, words);
            case "content" -> content(engine.job(words.ref()));
            case "job" -> job(engine.job(words.ref()));
            case "details" -> details(engine.job(words.ref()));
            case "obstacle" -> obstacle(engine.job(words.ref()));
            case "results" -> results(engine.dependencies(words.ref()));
            case "batch" -> batch(engine.batch(words.get(1)));
            case "payload" -> payload(engine.job(words.ref()));
            case "ready" -> ids(engine.ready(words.get(1), 0, 100));
            case "scheduled" -> ids(engine.scheduled(words.get(1), 0, 100));
            case "queue" -> queue(engine.queue(words.get(1)));
            case "numbers" -> numbers(engine.queue(words.get(1)));
            case "failures" -> failures(engine, words);
            case "list" -> list(engine, words);
            case "queues" -> engine.queues(0, 100).stream().map(QueueView::name).collect(Collectors.joining(" "));
            case "statuses" -> statuses(engine, words.get(1));
            case "tagged" -> numbers(engine.tagged(words.get(1)));
            case "totals" -> totals(engine);
            case "evicted" -> Long.toString(engine.evictedJobs());
            case "jobs" -> Integer.toString(engine.jobCount());
            case "next" -> moment(engine.nextDeadlineMicros());
            default -> QlessScenarioQuestions.answer(engine, words);
        };
    }

    private static String statuses(EngineView engine, String queue) {
        return Arrays.stream(Status.values())
                .filter(status -> engine.jobs(queue, status).length > 0)
                .map(status -> ScenarioReplies.lower(status) + "=" + numbers(engine.jobs(queue, status)))
                .collect(Collectors.joining(" "));
    }

    private static String numbers(long[] numbers) {
        return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    private static String totals(EngineView engine) {
        return Arrays.stream(Totals.Count.values())
                .filter(count -> engine.totals().get(count) > 0)
                .map(count ->
                        ScenarioReplies.lower(count) + "=" + engine.totals().get(count))
                .collect(Collectors.joining(" "));
    }

    /** The states of the jobs; those that are gone are left out. */
    private static String states(EngineView engine, ScenarioWords words) {
        return words.rest().stream()
                .filter(id -> engine.job(JobRef.of(JobId.of(id))) != null)
                .map(id -> id + "="
                        + ScenarioReplies.lower(Objects.requireNonNull(engine.job(JobRef.of(JobId.of(id))))
                                .state()))
                .collect(Collectors.joining(" "));
    }

    private static String content(@Nullable JobView job) {
        if (job == null) {
            return "none";
        }
        UniqueKey unique = job.options().ties().unique();
        return new String(job.payload(), StandardCharsets.UTF_8) + " prio=" + job.priority() + " due="
                + moment(job.dueAtMicros()) + " unique=" + (unique == null ? "none" : unique.key());
    }

    private static String job(@Nullable JobView job) {
        if (job == null) {
            return "none";
        }
        String text = job.state() + " attempts=" + job.attempts() + " fails=" + job.fails();
        if (job.retriesUsed() > 0) {
            text += " retries=" + job.retriesUsed();
        }
        if (job.timedOut()) {
            text += " timedout";
        }
        if (job.qless().fields().stalled()) {
            text += " stalled";
        }
        Lease lease = job.lease();
        switch (job.state()) {
            case SCHEDULED, RETRYING -> text += " due=" + moment(job.dueAtMicros());
            case LEASED -> text += " until=" + (lease == null ? "?" : moment(lease.deadlineMicros()));
            default -> {}
        }
        byte[] result = job.result();
        return result == null ? text : text + " result=" + new String(result, StandardCharsets.UTF_8);
    }

    /** What only few jobs have. */
    private static String details(@Nullable JobView job) {
        if (job == null) {
            return "none";
        }
        JobOptions options = job.options();
        List<String> words = new ArrayList<>();
        if (!options.headers().isEmpty()) {
            words.add("headers=" + String.join(",", options.headers().namesAndValues()));
        }
        Progress progress = options.progress();
        if (progress != null) {
            words.add("progress=" + progress.percent() + ":" + progress.message());
        }
        CancelRequest request = options.cancelRequest();
        if (request != null) {
            words.add("cancel=" + moment(request.atMicros()) + ":" + request.reason() + ":" + request.by());
        }
        if (options.lapses() > 0) {
            words.add("lapses=" + options.lapses());
        }
        LeaseEnd end = options.leaseEnd();
        if (end != null) {
            words.add("end=" + ScenarioReplies.lower(end));
        }
        JobError error = job.error();
        if (error != null) {
            words.add("error=" + error.type() + ":" + error.message() + ":" + error.trace() + ":"
                    + moment(error.atMicros()));
        }
        return String.join(" ", words);
    }

    private static String obstacle(@Nullable JobView job) {
        Obstacle obstacle = job == null ? null : job.obstacle();
        return obstacle == null ? "none" : obstacle.job() + " " + obstacle.state() + " " + obstacle.count();
    }

    private static String results(List<Dependency> dependencies) {
        return dependencies.stream()
                .map(one -> one.key() + "=" + one.state() + ":" + Describe.text(one.result()) + ":" + one.resultBytes()
                        + (one.error() == null ? "" : ":" + one.error().type()))
                .collect(Collectors.joining(" "));
    }

    private static String payload(@Nullable JobView job) {
        return job == null ? "none" : new String(job.payload(), StandardCharsets.UTF_8);
    }

    /** What a batch has counted, the callbacks that have been added, and when it is forgotten. */
    private static String batch(@Nullable BatchView batch) {
        if (batch == null) {
            return "none";
        }
        BatchCounts counts = batch.counts();
        StringBuilder text = new StringBuilder(batch.open() ? "open " : "");
        text.append(counts.total() + " pending=" + counts.pending() + " completed=" + counts.completed() + " failed="
                + counts.failed() + " cancelled=" + counts.cancelled());
        for (Callback.Moment moment : Callback.Moment.values()) {
            Callback callback = batch.callbacks().at(moment);
            if (callback != null && callback.firedAtMicros() > 0) {
                text.append(" " + ScenarioReplies.lower(moment) + "=" + moment(callback.firedAtMicros()));
            }
        }
        return text.toString();
    }

    private static String queue(@Nullable QueueView queue) {
        return queue == null
                ? "none"
                : "ready=" + queue.ready() + " scheduled=" + queue.scheduled() + " leased=" + queue.leased();
    }

    /** The numbers of a queue that are not 0. */
    private static String numbers(@Nullable QueueView queue) {
        if (queue == null) {
            return "none";
        }
        String counts = Arrays.stream(State.values())
                .filter(state -> queue.count(state) > 0)
                .map(state -> ScenarioReplies.lower(state) + "=" + queue.count(state) + " ")
                .collect(Collectors.joining());
        return counts + "since=" + moment(queue.waitingSinceMicros()) + (queue.paused() ? " paused" : "");
    }

    private static String failures(EngineView engine, ScenarioWords words) {
        FailureSearch search =
                new FailureSearch(words.option("queue"), words.option("after", ""), (int) words.number("limit", 100));
        return Objects.requireNonNull(engine.failureGroups(search)).groups().stream()
                .map(group -> group.group() + ":" + group.count() + " " + moment(group.firstMicros()) + " "
                        + moment(group.lastMicros()) + " " + group.sample() + " " + group.message())
                .collect(Collectors.joining(", "));
    }

    private static String list(EngineView engine, ScenarioWords words) {
        JobFilter filter = new JobFilter(
                given(words, "queues"),
                given(words, "states").stream()
                        .map(name -> State.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList(),
                given(words, "types"),
                given(words, "tags"),
                given(words, "workers"),
                given(words, "failures"),
                words.option("prefix"),
                span(words, "created"),
                span(words, "ended"),
                words.option("text"),
                given(words, "limitkeys"),
                given(words, "batches"));
        JobOrder order = JobOrder.valueOf(words.option("order", "oldest").toUpperCase(Locale.ROOT));
        JobSearch search = new JobSearch(filter, order, null, (int) words.number("limit", 100));
        JobPage page = engine.search(search);
        while (page == null) {
            page = engine.search(search);
        }
        Long count = page.count();
        return ids(page.jobs()) + (count == null ? "" : " of " + count) + (page.next() == null ? "" : " ...");
    }

    private static List<String> given(ScenarioWords words, String option) {
        List<String> given = words.options(option);
        return given == null ? List.of() : given;
    }

    private static JobFilter.@Nullable Span span(ScenarioWords words, String option) {
        List<String> ends = words.options(option);
        return ends == null
                ? null
                : new JobFilter.Span(
                        ScenarioWords.START_MICROS + ScenarioWords.micros(ends.get(0)),
                        ScenarioWords.START_MICROS + ScenarioWords.micros(ends.get(1)));
    }

    private static String ids(List<JobView> jobs) {
        return jobs.stream().map(job -> job.id().toString()).collect(Collectors.joining(" "));
    }
}
