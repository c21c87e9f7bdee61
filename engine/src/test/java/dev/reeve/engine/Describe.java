package dev.reeve.engine;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Entries, outcomes and views as text, with the content of arrays instead of their identity. What golden journals are
 * compared by is spelled out, so that a new field does not change it.
 */
public final class Describe {
    private Describe() {}

    public static String entry(Entry<?> entry) {
        String command = entry.command().toString();
        if (entry.command() instanceof Add add) {
            command = "Add[id=" + add.id() + ", queue=" + add.queue() + ", priority=" + add.priority() + ", startsAt="
                    + (add.startsAtMicros() == Add.NOW ? "now" : add.startsAtMicros()) + ", " + add.terms() + "]";
        } else if (entry.command() instanceof Complete complete) {
            command = "Complete[" + complete.job() + ", " + complete.claim() + ", " + text(complete.result()) + "]";
        } else if (entry.command() instanceof Fail fail) {
            command = "Fail[" + fail.job() + ", " + fail.claim() + ", " + text(fail.result()) + "]";
        }
        return "at " + entry.atMicros() + " seed " + entry.seed() + " " + command;
    }

    public static String outcome(Outcome<?> outcome) {
        Rejection rejection = outcome.rejection();
        if (rejection != null) {
            return rejection.name();
        }
        if (outcome.reply() instanceof List<?> jobs) {
            StringBuilder text = new StringBuilder();
            for (Object job : jobs) {
                text.append(element(job)).append('\n');
            }
            return text.toString();
        }
        if (outcome.reply() instanceof OpenedBatch opened) {
            return opened.created() + " " + outcome(Outcome.of(opened.jobs()));
        }
        if (outcome.reply() instanceof AddedJob added) {
            return String.valueOf(added.number());
        }
        if (outcome.reply() instanceof Failed failed) {
            return failed.state() + (failed.state().ended() ? "" : " " + failed.dueAtMicros());
        }
        return outcome.reply() instanceof Renewed renewed
                ? lease(renewed.lease()) + (renewed.cancelRequested() ? " cancel" : "")
                : outcome.reply().toString();
    }

    private static String element(Object element) {
        if (element instanceof LeasedJob acquired) {
            return acquired(acquired);
        } else if (element instanceof JobView job) {
            return job(job) + " " + job.qless().tracked() + " " + job.qless().dependents()
                    + optionalFields(job.qless().optionalFields());
        }
        if (element instanceof AddedJob added) {
            return added.number() + " " + added.created() + " " + added.rejection();
        }
        return element instanceof Outcome<?> step ? outcome(step) : String.valueOf(element);
    }

    private static String optionalFields(@Nullable OptionalJobFields optionalFields) {
        if (optionalFields == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (HistoryEvent event : optionalFields.history().events()) {
            text.append(' ').append(event.whenMicros()).append(event.type()).append(event.about());
            text.append(event.worker()).append(text(event.data()));
        }
        return text + " " + optionalFields.dependencies() + optionalFields.tagTimesMicros() + optionalFields.failure()
                + optionalFields.sinceMicros() + " "
                + optionalFields.delayedUntilMicros()
                + optionalFields.qless();
    }

    private static String acquired(LeasedJob leased) {
        return lease(leased.lease()) + " " + element(leased.job());
    }

    /** All that the first release could tell of a job. */
    public static String job(JobView job) {
        return job.number() + " " + job.id() + " " + job.queue() + " " + text(job.payload()) + " " + job.priority()
                + " " + job.state() + " " + terms(job.terms()) + " " + job.createdAtMicros() + " "
                + job.startsAtMicros() + " "
                + job.dueAtMicros() + " " + job.attempts() + " " + job.fails() + " " + job.retriesUsed() + " "
                + job.timedOut() + " " + lease(job.lease()) + " " + job.endedAtMicros() + " " + text(job.result());
    }

    private static String terms(Terms terms) {
        RetryPolicy retry = terms.retry();
        return terms.leaseMicros() + "/" + terms.heartbeatMicros() + "/" + terms.ttlMicros() + "/" + terms.keep()
                + "/" + terms.waitMicros() + "/" + retry.rule() + "/" + retry.maxAttempts() + "/" + retry.maxFails()
                + "/" + retry.retries() + "/" + retry.backoff() + "/" + retry.maxLapses();
    }

    private static String lease(@Nullable Lease lease) {
        return lease == null
                ? "none"
                : lease.token() + "/" + lease.worker() + "/" + lease.startedAtMicros() + "/" + lease.renewedAtMicros()
                        + "/" + lease.deadlineMicros();
    }

    public static boolean same(JobView a, JobView b) {
        return a.number() == b.number()
                && a.id().equals(b.id())
                && a.queue().equals(b.queue())
                && Arrays.equals(a.payload(), b.payload())
                && a.priority() == b.priority()
                && a.state() == b.state()
                && a.terms().equals(b.terms())
                && a.createdAtMicros() == b.createdAtMicros()
                && a.startsAtMicros() == b.startsAtMicros()
                && a.dueAtMicros() == b.dueAtMicros()
                && a.attempts() == b.attempts()
                && a.fails() == b.fails()
                && a.retriesUsed() == b.retriesUsed()
                && a.timedOut() == b.timedOut()
                && Objects.equals(a.lease(), b.lease())
                && a.endedAtMicros() == b.endedAtMicros()
                && Arrays.equals(a.result(), b.result());
    }

    public static String text(byte @Nullable [] bytes) {
        return bytes == null ? "none" : "'" + new String(bytes, StandardCharsets.UTF_8) + "'";
    }
}
