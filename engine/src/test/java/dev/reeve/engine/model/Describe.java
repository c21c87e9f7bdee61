package dev.reeve.engine.model;

import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.Acquired;
import dev.reeve.engine.job.JobView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Entries, outcomes and views as text, with the content of arrays instead of their identity. */
final class Describe {
    private Describe() {}

    static String entry(Entry<?> entry) {
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

    static String outcome(Outcome<?> outcome) {
        Rejection rejection = outcome.rejection();
        if (rejection != null) {
            return rejection.name();
        }
        if (outcome.reply() instanceof List<?> jobs) {
            StringBuilder text = new StringBuilder();
            for (Object job : jobs) {
                text.append(acquired((Acquired) job)).append('\n');
            }
            return text.toString();
        }
        return outcome.reply().toString();
    }

    private static String acquired(Acquired job) {
        return job.number() + " " + job.id() + " " + job.queue() + " " + text(job.payload()) + " " + job.priority()
                + " " + job.terms() + " " + job.attempts() + " " + job.lease();
    }

    static boolean same(JobView a, JobView b) {
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

    static String text(byte @Nullable [] bytes) {
        return bytes == null ? "none" : "'" + new String(bytes, StandardCharsets.UTF_8) + "'";
    }
}
