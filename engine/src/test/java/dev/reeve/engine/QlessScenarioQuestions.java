package dev.reeve.engine;

import static dev.reeve.engine.ScenarioReplies.moment;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.DurationStatistics;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QueueCounts;
import dev.reeve.engine.qless.RecurringJob;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Those words of a {@link Scenario} that ask for what only callers with their own clocks see. */
final class QlessScenarioQuestions {
    private QlessScenarioQuestions() {}

    static String answer(EngineView engine, ScenarioWords words) {
        QlessQueries queries = engine.qless();
        return switch (words.first()) {
            case "about", "history", "tags", "dependencies", "dependents", "failure" -> ofJob(engine, words);
            case "counts" -> counts(queries.queue(words.get(1), words.moment("now")));
            case "running" -> spaced(queries.running(words.get(1), words.moment("now"), 0, 100));
            case "stalled" -> spaced(queries.stalled(words.get(1), words.moment("now"), 0, 100));
            case "depending" -> spaced(queries.depending(words.get(1), 0, 100));
            case "completed" -> spaced(queries.completed(0, 100));
            case "groups" -> spaced(queries.failureGroups(100));
            case "failed" -> spaced(queries.failed(words.get(1), 0, 100));
            case "with-tag" -> spaced(queries.tagged(words.get(1), 0, 100));
            case "top-tags" -> spaced(queries.topTags((int) words.number("least", 2), 0, 100));
            case "tracked" -> spaced(queries.tracked(100));
            case "workers" ->
                workers(queries.workers(100).stream()
                        .map(name -> queries.workerCounts(name, words.moment("now")))
                        .filter(Objects::nonNull)
                        .toList());
            case "worker" -> worker(queries.worker(words.get(1), words.moment("now"), 100));
            case "recurring" -> recurring(queries.recurring(words.id()));
            case "listed" -> spaced(queries.listedQueues(100));
            case "paused" -> spaced(queries.pausedQueues(100));
            case "stats" -> stats(queries.stats(words.get(1), CallerClock.day(words.moment("now"))));
            case "days" -> spaced(queries.statsDays(words.get(1)));
            case "options" -> spaced(queries.options().entrySet());
            default -> throw new IllegalArgumentException("unknown word: " + words.first());
        };
    }

    private static String spaced(Collection<?> elements) {
        return elements.stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    private static String ofJob(EngineView engine, ScenarioWords words) {
        JobView job = engine.job(words.ref());
        if (job == null) {
            return "none";
        }
        OptionalJobFields fields = job.qless().optionalFields();
        return switch (words.first()) {
            case "about" -> about(job);
            case "tags" -> spaced(job.labels().tags());
            case "dependents" -> spaced(job.qless().dependents());
            case "dependencies" -> fields == null ? "" : spaced(fields.dependencies());
            case "history" -> fields == null ? "" : history(fields.history().events());
            default -> fields == null ? "" : failure(fields.failure());
        };
    }

    private static String about(JobView job) {
        String klass = job.labels().klass();
        String from = job.qless().fields().spawnedFrom();
        return job.queue()
                + (klass == null ? "" : " klass=" + klass)
                + " prio=" + job.priority()
                + " retries=" + job.terms().retry().retries()
                + (job.qless().fields().onCallerClock() ? "" : " server-clock")
                + (from == null ? "" : " from=" + from)
                + " data=" + new String(job.payload(), StandardCharsets.UTF_8);
    }

    private static String history(List<HistoryEvent> events) {
        StringJoiner text = new StringJoiner(", ");
        for (HistoryEvent event : events) {
            String about = event.about() == null ? "" : " " + event.about();
            text.add(moment(event.whenMicros()) + word(event.type()) + about + ScenarioReplies.by(event.worker()));
        }
        return text.toString();
    }

    private static String word(HistoryEvent.Type type) {
        return switch (type) {
            case ADDED -> " put";
            case LEASED -> " popped";
            case COMPLETED -> " done";
            case FAILED -> " failed";
            case TIMED_OUT -> " timed-out";
            case LOGGED -> "";
        };
    }

    private static String failure(@Nullable Failure failure) {
        return failure == null
                ? ""
                : failure.group() + " " + moment(failure.whenMicros()) + ScenarioReplies.by(failure.worker()) + ": "
                        + ScenarioReplies.message(failure);
    }

    /** What is not zero. */
    private static String counts(QueueCounts counts) {
        StringJoiner text = new StringJoiner(" ");
        add(text, "waiting", counts.waiting());
        add(text, "running", counts.running());
        add(text, "stalled", counts.stalled());
        add(text, "scheduled", counts.scheduled());
        add(text, "depends", counts.depends());
        add(text, "recurring", counts.recurring());
        return text + (counts.paused() ? " paused" : "");
    }

    private static void add(StringJoiner text, String name, long count) {
        if (count != 0) {
            text.add(name + "=" + count);
        }
    }

    private static String workers(List<QlessQueries.WorkerCounts> workers) {
        return workers.stream().map(QlessScenarioQuestions::counts).collect(Collectors.joining(" "));
    }

    static String counts(QlessQueries.WorkerCounts worker) {
        return worker.name() + ":" + worker.jobs() + "/" + worker.stalled();
    }

    static String worker(QlessQueries.WorkerJobs jobs) {
        return (spaced(jobs.jobs()) + " / " + spaced(jobs.stalled())).strip();
    }

    private static String recurring(@Nullable RecurringJob job) {
        return job == null
                ? "none"
                : job.queue() + " klass=" + job.klass() + " prio=" + job.priority() + " retries=" + job.retries()
                        + " every=" + job.intervalMicros() / 1_000_000 + "s next=" + moment(job.nextMicros())
                        + " count=" + job.count() + " backlog=" + job.backlog()
                        + (job.tags().isEmpty() ? "" : " tags=" + String.join(",", job.tags()));
    }

    /** What is not zero; times as how many and their mean. */
    private static String stats(DayStats stats) {
        StringJoiner text = new StringJoiner(" ");
        add(text, "waits", stats.waits());
        add(text, "runs", stats.runs());
        add(text, "failures", stats.failures());
        add(text, "failed", stats.failed());
        add(text, "retries", stats.retries());
        return text.toString();
    }

    private static void add(StringJoiner text, String name, DurationStatistics times) {
        if (times.count() > 0) {
            text.add(String.format(Locale.ROOT, "%s=%dx%.1fs", name, times.count(), times.mean()));
        }
    }
}
