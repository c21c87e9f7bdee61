package dev.reeve.server.model;

import dev.reeve.server.model.Job.Failure;
import dev.reeve.server.model.Job.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Jobs as qless shows them. */
final class QlessJson {
    private final Model model;

    QlessJson(Model model) {
        this.model = model;
    }

    String jobs(List<Job> jobs) {
        return jobs.isEmpty()
                ? "{}"
                : "["
                        + String.join(
                                ",",
                                jobs.stream().map(job -> job(job, job.deadline)).toList()) + "]";
    }

    String job(Job job, long expires) {
        boolean held = job.state == State.LEASED || job.stalled;
        List<String> dependents = model.jobs.stream()
                .filter(other -> other.dependsOn.contains(job.id))
                .map(other -> other.id)
                .toList();
        return "{\"jid\":" + Text.quoted(job.id)
                + ",\"retries\":" + retries(job)
                + ",\"data\":" + Text.quoted(job.lazy ? job.payload : Text.json(job.payload))
                + ",\"failure\":" + failure(job.failure)
                + ",\"expires\":" + (job.state == State.LEASED ? Text.seconds(expires) : "0")
                + ",\"remaining\":" + remaining(job)
                + ",\"spawned_from_jid\":" + (job.spawnedFrom == null ? "false" : Text.quoted(job.spawnedFrom))
                + ",\"dependencies\":" + Text.table(job.dependsOn)
                + ",\"klass\":" + Text.quoted(job.klass == null ? job.queue : job.klass)
                + ",\"tracked\":" + model.lazy.tracked.containsKey(job.id)
                + ",\"tags\":" + Text.table(job.tags)
                + ",\"queue\":" + Text.quoted(job.state == State.COMPLETED ? "" : job.queue)
                + ",\"state\":" + Text.quoted(state(job))
                + ",\"history\":[" + String.join(",", job.history) + "]"
                + ",\"dependents\":" + Text.table(dependents)
                + ",\"priority\":" + job.priority
                + ",\"worker\":" + Text.quoted(held ? job.worker : "") + "}";
    }

    static String state(Job job) {
        if (job.stalled) {
            return "stalled";
        }
        return switch (job.state) {
            case READY -> "waiting";
            case SCHEDULED, RETRYING -> "scheduled";
            case DEPENDS -> "depends";
            case LEASED -> "running";
            case COMPLETED -> "complete";
            case FAILED, TIMED_OUT, CANCELLED -> "failed";
        };
    }

    private static long retries(Job job) {
        if (job.rule != Job.Rule.ATTEMPTS) {
            return job.retries;
        }
        return job.maxAttempts == 0 ? Integer.MAX_VALUE : job.maxAttempts;
    }

    private static long remaining(Job job) {
        return job.rule == Job.Rule.ATTEMPTS ? Math.max(0, retries(job) - job.attempts) : job.retries - job.retriesUsed;
    }

    private static String failure(@Nullable Failure failure) {
        return failure == null
                ? "{}"
                : "{\"message\":\"" + failure.message().replace("\"", "\\\"").replace("\\\\\"", "\\\"")
                        + "\",\"group\":" + Text.quoted(failure.group()) + ",\"when\":"
                        + Text.seconds(failure.when()) + ",\"worker\":" + Text.quoted(failure.worker()) + "}";
    }
}
