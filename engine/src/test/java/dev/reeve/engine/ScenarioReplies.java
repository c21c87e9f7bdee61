package dev.reeve.engine;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.engine.qless.QlessQueries;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a {@link Scenario} writes of outcomes, events and times. */
final class ScenarioReplies {
    private ScenarioReplies() {}

    /**
     * An outcome.
     *
     * @param reasons whether a refusal says what stood in the way
     * @param all whether it is told what became of a job that was added or has failed
     */
    static String outcome(Outcome<?> outcome, boolean reasons, boolean all) {
        Rejection rejection = outcome.rejection();
        if (rejection != null) {
            boolean told = reasons && !outcome.about().isEmpty();
            return rejection.name() + (told ? " (" + String.join(" ", outcome.about()) + ")" : "");
        }
        Object reply = outcome.reply();
        if (reply instanceof List<?> elements) {
            String separator = !elements.isEmpty() && separates(elements.get(0)) ? " ; " : " ";
            return elements.isEmpty()
                    ? "nothing"
                    : elements.stream()
                            .map(element -> element(element, reasons, all))
                            .collect(Collectors.joining(separator));
        }
        if (reply instanceof QlessQueries.WorkerJobs jobs) {
            return QlessScenarioQuestions.worker(jobs);
        }
        if (reply instanceof Renewed renewed) {
            return "until " + moment(renewed.deadlineMicros()) + (renewed.cancelRequested() ? " cancel" : "");
        }
        if (reply instanceof Failed failed) {
            return all ? failed(failed) : "done";
        }
        if (reply instanceof AddedJob added) {
            return added(added, all);
        }
        if (reply instanceof OpenedBatch opened) {
            return (opened.created() ? "opened" : "not opened")
                    + opened.jobs().stream().map(job -> " " + added(job, true)).collect(Collectors.joining(" ;"));
        }
        return reply == Done.DONE || reply == State.COMPLETED ? "done" : reply.toString();
    }

    private static boolean separates(Object element) {
        return element instanceof Outcome<?> || element instanceof AddedJob;
    }

    private static String element(Object element, boolean reasons, boolean all) {
        if (element instanceof LeasedJob job) {
            return job.id() + ":" + job.lease().token();
        } else if (element instanceof JobView job) {
            return job.id().toString();
        }
        if (element instanceof AddedJob added) {
            return added(added, all);
        }
        return element instanceof Outcome<?> step ? outcome(step, reasons, all) : element.toString();
    }

    private static String failed(Failed failed) {
        return failed.state().ended() ? failed.state().name() : failed.state() + " due=" + moment(failed.dueAtMicros());
    }

    private static String added(AddedJob added, boolean all) {
        Rejection why = added.rejection();
        return why != null
                ? why.name()
                : added.number() + (!all || added.created() || added.number() == 0 ? "" : " again");
    }

    static String message(Failure failure) {
        String message = failure.message();
        return message == null ? "no retries left in " + failure.queue() : message;
    }

    /** An event, in a verb and names. */
    static String event(QlessEvent event) {
        if (event instanceof QlessEvent.TrackedJobEvent one) {
            String dialect = one.dialect() == QlessDialect.CURRENT ? "" : " " + lower(one.dialect());
            return "tracked " + one.id() + " " + lower(one.type()) + dialect;
        } else if (event instanceof QlessEvent.JobPut one) {
            return "put " + one.id() + " " + one.queue();
        } else if (event instanceof QlessEvent.JobCompleted one) {
            return "completed " + one.id() + " " + one.queue();
        } else if (event instanceof QlessEvent.JobAdvanced one) {
            return "advanced " + one.id() + " " + one.from() + " " + one.to();
        } else if (event instanceof QlessEvent.JobFailed one) {
            return "failed " + one.id() + " " + one.failure().group() + by(one.worker()) + ": "
                    + message(one.failure());
        } else if (event instanceof QlessEvent.LeaseLost one) {
            return "lost " + one.id() + by(one.worker());
        } else if (event instanceof QlessEvent.JobCanceled one) {
            return "canceled " + one.id() + (one.queue() == null ? "" : " " + one.queue()) + by(one.worker());
        } else if (event instanceof QlessEvent.OptionSet one) {
            return "set " + one.option() + "=" + one.value();
        } else if (event instanceof QlessEvent.OptionUnset one) {
            return "unset " + one.option();
        }
        throw new IllegalArgumentException("unknown event: " + event);
    }

    static String by(@Nullable String worker) {
        return worker == null || worker.isEmpty() ? "" : " by=" + worker;
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A moment as the time since the start. */
    static String moment(long micros) {
        if (micros == DeadlineHeap.NEVER) {
            return "never";
        }
        long since = micros - ScenarioWords.START_MICROS;
        String sign = since < 0 ? "" : "+";
        return since % 1_000_000 == 0 ? sign + since / 1_000_000 + "s" : sign + since + "us";
    }
}
