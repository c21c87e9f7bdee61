package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.job.JobId;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The jobs of a request for many: what each of them is, or what is wrong with it. */
final class NewJobs {
    /** How many dependencies all jobs of a request may have. */
    private static final int MOST_DEPENDENCIES = 10_000;

    private final AddRequest request;
    private final List<NewJob> jobs = new ArrayList<>();
    private final List<@Nullable Problem> problems = new ArrayList<>();
    private final List<Add> adds = new ArrayList<>();
    private boolean given;

    NewJobs(AddRequest request) {
        this.request = request;
    }

    /** Reads the list of jobs. */
    void read(StrictJson value) throws IOException {
        given = value.isList();
        value.list(AddAll.MAX_JOBS, item -> {
            NewJob job = new NewJob(request);
            FieldErrors errors = item.objectApart(job::field);
            String pointer = "/jobs/" + jobs.size();
            jobs.add(job);
            problems.add(job.check(errors, pointer));
            return job;
        });
    }

    /** Whether the list was there. */
    boolean isGiven() {
        return given;
    }

    /**
     * Makes the commands of the jobs that are valid. Called once, when all is read.
     *
     * @param batch the batch that the request is about; null if it is about none
     */
    void check(FieldErrors errors, @Nullable String batch) {
        Map<String, JobId> keys = new LinkedHashMap<>();
        int dependencies = 0;
        for (int i = 0; i < jobs.size(); i++) {
            String key = jobs.get(i).flow().key();
            dependencies += jobs.get(i).flow().dependencyCount();
            if (key != null && keys.putIfAbsent(key, jobs.get(i).jobId(i)) != null) {
                problems.set(i, Problem.invalid("/jobs/" + i + "/key", "is that of another job"));
            }
        }
        if (dependencies > MOST_DEPENDENCIES) {
            errors.add("/jobs", "have " + dependencies + " dependencies, expected at most " + MOST_DEPENDENCIES);
        }
        for (int i = 0; i < jobs.size(); i++) {
            if (problems.get(i) == null) {
                adds.add(jobs.get(i).command(i, keys, batch));
            }
        }
    }

    /** The commands of the jobs that are valid. */
    List<Add> adds() {
        return adds;
    }

    boolean areAllValid() {
        return adds.size() == jobs.size();
    }

    /** The first problem of a job; null if there is none. */
    @Nullable
    Problem firstProblem() {
        return problems.stream().filter(problem -> problem != null).findFirst().orElse(null);
    }

    /** The first refusal of a job, where all jobs are valid; null if there is none. */
    @Nullable
    Problem firstRefusal(List<AddedJob> added) {
        for (int i = 0; i < added.size(); i++) {
            Rejection why = added.get(i).rejection();
            if (why != null) {
                return jobs.get(i)
                        .refusal(adds.get(i), Outcome.refused(why), "/jobs/" + i)
                        .about("pointer", "/jobs/" + i);
            }
        }
        return null;
    }

    /**
     * Writes what became of the jobs, in their order.
     *
     * @param added what became of the valid jobs; empty if none was added because another one is invalid
     */
    void writeResults(List<AddedJob> added, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("results");
        int next = 0;
        for (int i = 0; i < jobs.size(); i++) {
            Problem problem = problems.get(i);
            AddedJob one = null;
            if (problem == null) {
                one = added.isEmpty() ? null : added.get(next);
                problem = problemOf(jobs.get(i), adds.get(next), one, "/jobs/" + i);
                next++;
            }
            writeResult(one, problem, out);
        }
        out.writeEndArray();
    }

    private @Nullable Problem problemOf(NewJob job, Add add, @Nullable AddedJob added, String pointer) {
        Rejection why = added == null ? null : added.rejection();
        if (why != null) {
            return job.refusal(add, Outcome.refused(why), pointer);
        }
        return added == null || added.number() == 0 ? Problems.notAdded() : null;
    }

    private static void writeResult(@Nullable AddedJob added, @Nullable Problem problem, JsonGenerator out)
            throws IOException {
        out.writeStartObject();
        if (problem != null) {
            out.writeFieldName("problem");
            problem.write(null, out);
        } else if (added != null) {
            out.writeStringField("id", added.id().toString());
            out.writeBooleanField("created", added.created());
        }
        out.writeEndObject();
    }
}
