package dev.reeve.campaign.model;

import dev.reeve.campaign.model.ModelJob.Failure;
import dev.reeve.campaign.model.ModelJob.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JSON of jobs in qless replies. */
final class QlessJson {
    private final Model model;

    QlessJson(Model model) {
        this.model = model;
    }

    String jobs(List<ModelJob> jobs) {
        return jobs.isEmpty()
                ? "{}"
                : "["
                        + String.join(
                                ",",
                                jobs.stream().map(job -> job(job, job.deadline)).toList()) + "]";
    }

    String job(ModelJob job, long expires) {
        boolean held = job.state == State.LEASED || job.stalled;
        List<String> dependents = model.jobs.stream()
                .filter(other -> other.dependsOn.contains(job.id))
                .map(other -> other.id)
                .toList();
        return "{\"jid\":" + ModelText.quoted(job.id)
                + ",\"retries\":" + retries(job)
                + ",\"data\":" + ModelText.quoted(job.lazy ? job.payload : ModelText.json(job.payload))
                + ",\"failure\":" + failure(job.failure)
                + ",\"expires\":" + (job.state == State.LEASED ? ModelText.seconds(expires) : "0")
                + ",\"remaining\":" + remaining(job)
                + ",\"spawned_from_jid\":" + (job.spawnedFrom == null ? "false" : ModelText.quoted(job.spawnedFrom))
                + ",\"dependencies\":" + ModelText.table(job.dependsOn)
                + ",\"klass\":" + ModelText.quoted(job.klass == null ? job.queue : job.klass)
                + ",\"tracked\":" + model.lazy.tracked.containsKey(job.id)
                + ",\"tags\":" + ModelText.table(job.tags)
                + ",\"queue\":" + ModelText.quoted(job.state == State.COMPLETED ? "" : job.queue)
                + ",\"state\":" + ModelText.quoted(state(job))
                + ",\"history\":[" + String.join(",", job.history) + "]"
                + ",\"dependents\":" + ModelText.table(dependents)
                + ",\"priority\":" + job.priority
                + ",\"worker\":" + ModelText.quoted(held ? job.worker : "") + "}";
    }

    static String state(ModelJob job) {
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

    private static long retries(ModelJob job) {
        if (job.rule != ModelJob.Rule.ATTEMPTS) {
            return job.retries;
        }
        return job.maxAttempts == 0 ? Integer.MAX_VALUE : job.maxAttempts;
    }

    private static long remaining(ModelJob job) {
        return job.rule == ModelJob.Rule.ATTEMPTS
                ? Math.max(0, retries(job) - job.attempts)
                : job.retries - job.retriesUsed;
    }

    private static String failure(@Nullable Failure failure) {
        return failure == null
                ? "{}"
                : "{\"message\":\"" + failure.message().replace("\"", "\\\"").replace("\\\\\"", "\\\"")
                        + "\",\"group\":" + ModelText.quoted(failure.group()) + ",\"when\":"
                        + ModelText.seconds(failure.when()) + ",\"worker\":" + ModelText.quoted(failure.worker()) + "}";
    }
}
