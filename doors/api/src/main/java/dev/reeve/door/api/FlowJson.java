package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.Obstacle;
import dev.reeve.engine.job.State;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes what a job has to do with others. */
final class FlowJson {
    private FlowJson() {}

    /** What another job has to do with this one, in words; null if no other stands in the way. */
    static @Nullable String blockedBy(@Nullable Obstacle obstacle, State state) {
        if (obstacle == null) {
            return null;
        }
        State other = obstacle.state();
        String job = "job " + obstacle.job();
        if (state == State.CANCELLED) {
            return "cancelled because " + job + " " + (other == null ? "was removed" : ended(other));
        }
        String more = obstacle.count() == 1 ? "" : "; jobs to wait for: " + obstacle.count();
        return other != null && other.ended()
                ? "waits until " + job + ", which " + ended(other) + ", is retried" + more
                : "waits for " + job + more;
    }

    private static String ended(State state) {
        return switch (state) {
            case FAILED -> "failed";
            case TIMED_OUT -> "timed out";
            case CANCELLED -> "was cancelled";
            default -> "has not completed";
        };
    }

    /** Writes what ties the job to others, if anything does. */
    static void writeTies(JobTies ties, JsonGenerator out) throws IOException {
        if (ties.batch() != null) {
            out.writeStringField("batch", ties.batch());
        }
        if (ties.dependencyKey() != null) {
            out.writeStringField("key", ties.dependencyKey());
        }
        if (ties.ifDependencyFails() != DependencyRule.NONE) {
            out.writeStringField("if_dependency_fails", FlowFields.word(ties.ifDependencyFails()));
        }
    }

    /** Writes what a job learns of those that it depends on, by their keys. */
    static void writeDependencies(List<Dependency> dependencies, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("dependencies");
        Set<String> written = dependencies.isEmpty() ? Set.of() : new HashSet<>();
        for (Dependency one : dependencies) {
            // Jobs of several requests may have the same key; the id is unique.
            out.writeObjectFieldStart(
                    written.add(one.key()) ? one.key() : one.id().toString());
            State state = one.state();
            byte[] result = one.result();
            out.writeStringField("id", one.id().toString());
            out.writeStringField("state", state == null ? "removed" : States.word(state));
            JobWriter.writeResult(result, out);
            if (result == null && one.resultBytes() > 0) {
                out.writeNumberField("result_size", one.resultBytes());
            }
            if (one.error() != null) {
                JobWriter.writeError(one.error(), false, out);
            }
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    /** Writes the jobs that wait for a job, if there are any. */
    static void writeDependents(List<JobId> dependents, JsonGenerator out) throws IOException {
        if (!dependents.isEmpty()) {
            JobWriter.writeTexts(
                    "dependents", dependents.stream().map(JobId::toString).toList(), out);
        }
    }
}
