package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.AddedJob;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Json;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Handlers that add jobs. */
record AddJobs(ApiSettings settings, ReadJobs reader) {
    static final Set<String> PARAMETERS = Set.of("wait");
    static final String REPLAYED = "Idempotent-Replayed";

    /** {@code POST /v1/jobs}. */
    void one(Exchange exchange) throws HttpError {
        Parameters parameters = new Parameters(exchange, PARAMETERS);
        long waitMicros = parameters.waitMicros();
        parameters.throwIfAny();
        NewJob job = new NewJob(AddRequest.of(settings, exchange));
        Problem problem = job.check(StrictJson.read(exchange.body(), job::field), "");
        if (problem != null) {
            throw problem.error();
        }
        Add add = job.command(JobIds.ALONE, Map.of(), null);
        exchange.submitOrExplain(add, refused -> job.refusal(add, refused, "").error(), added -> {
            if (!added.created() && added.id().equals(add.id())) {
                exchange.header(REPLAYED, "true");
            }
            if (waitMicros == 0) {
                answer(exchange, added, out -> {
                    out.writeStartObject();
                    writeAdded(added, out);
                    out.writeBooleanField("created", added.created());
                    out.writeEndObject();
                });
            } else {
                awaitEnd(exchange, added, waitMicros);
            }
        });
    }

    private void awaitEnd(Exchange exchange, AddedJob added, long waitMicros) {
        reader.whenEnded(
                exchange,
                JobRef.of(added.number()),
                waitMicros,
                job -> answer(exchange, added, out -> {
                    out.writeStartObject();
                    JobWriter.fields(job, JobWriter.WHOLE, out);
                    out.writeBooleanField("created", added.created());
                    out.writeEndObject();
                }),
                gone -> answer(exchange, added, out -> JobWriter.write(gone, out)));
    }

    private static void answer(Exchange exchange, AddedJob added, Json.Writer body) {
        if (added.created()) {
            exchange.created(ApiDoor.pathOf(added.id()), body);
        } else {
            exchange.ok(body);
        }
    }

    static void writeAdded(AddedJob added, JsonGenerator out) throws IOException {
        out.writeStringField("id", added.id().toString());
        out.writeNumberField("number", added.number());
        State state = added.state();
        if (state != null) {
            out.writeStringField("state", States.word(state));
        }
        JobWriter.writeTime("run_at", added.dueAtMicros(), out);
    }

    /** The fields of a request for many jobs. */
    private static final class BulkFields {
        private final NewJobs jobs;
        private boolean allOrNone;

        BulkFields(NewJobs jobs) {
            this.jobs = jobs;
        }

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "jobs" -> jobs.read(value);
                case "all_or_none" -> allOrNone = Boolean.TRUE.equals(value.bool());
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** {@code POST /v1/bulk/add}: the valid jobs are added by one command. */
    void many(Exchange exchange) throws HttpError {
        many(exchange, null, added -> null);
    }

    /**
     * Adds the valid jobs by one command.
     *
     * @param batch the batch of the jobs; null if each job says so itself
     * @param whole what is wrong with the request as a whole, if what became of its jobs tells that
     */
    void many(Exchange exchange, @Nullable String batch, Function<List<AddedJob>, @Nullable Problem> whole)
            throws HttpError {
        NewJobs jobs = new NewJobs(AddRequest.of(settings, exchange));
        BulkFields fields = new BulkFields(jobs);
        FieldErrors errors = StrictJson.read(exchange, fields::field);
        if (!jobs.isGiven()) {
            errors.missing("/jobs");
        }
        jobs.check(errors, batch);
        errors.throwIfAny();
        if (jobs.adds().isEmpty() || (fields.allOrNone && !jobs.areAllValid())) {
            exchange.ok(out -> writeResults(jobs, List.of(), out));
            return;
        }
        exchange.submitOrExplain(
                new AddAll(jobs.adds(), fields.allOrNone),
                refused -> Problems.of(refused).error(),
                added -> {
                    Problem problem = whole.apply(added);
                    if (problem == null) {
                        exchange.ok(out -> writeResults(jobs, added, out));
                    } else {
                        exchange.refuse(problem.error());
                    }
                });
    }

    private static void writeResults(NewJobs jobs, List<AddedJob> added, JsonGenerator out) throws IOException {
        out.writeStartObject();
        jobs.writeResults(added, out);
        out.writeEndObject();
    }
}
