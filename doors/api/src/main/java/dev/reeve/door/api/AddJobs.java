package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Added;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handlers that add jobs. */
record AddJobs(ApiSettings settings, ReadJobs reader) {
    static final Set<String> PARAMETERS = Set.of("wait");
    private static final String REPLAYED = "Idempotent-Replayed";

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
        Add add = job.command(JobIds.ALONE);
        exchange.submitOrExplain(
                add,
                refused -> refusal(job, add, refused.rejectionOrThrow(), refused, "")
                        .error(),
                added -> {
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

    private void awaitEnd(Exchange exchange, Added added, long waitMicros) {
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

    private static void answer(Exchange exchange, Added added, Json.Writer body) {
        if (added.created()) {
            exchange.created(ApiDoor.pathOf(added.id()), body);
        } else {
            exchange.ok(body);
        }
    }

    private static void writeAdded(Added added, JsonGenerator out) throws IOException {
        out.writeStringField("id", added.id().toString());
        out.writeNumberField("number", added.number());
        State state = added.state();
        if (state != null) {
            out.writeStringField("state", States.word(state));
        }
        JobWriter.writeTime("run_at", added.dueAtMicros(), out);
    }

    /** @param pointer the place of the job in the body */
    private Problem refusal(NewJob job, Add add, Rejection why, Outcome<?> refused, String pointer) {
        return switch (why) {
            case JOB_EXISTS ->
                job.isOfKey()
                        ? Problems.idempotencyMismatch(add.id().toString())
                        : Problems.jobExists(add.id().toString());
            case QUEUE_NOT_FOUND -> Problem.invalid(pointer + "/queue", settings.expectedQueue());
            case EXPIRES_BEFORE_DUE -> Problems.expiresBeforeDue();
            case KEY_TAKEN -> Problems.keyTaken(refused.about());
            case TOO_MANY -> Problems.TOO_MANY.of("There are 1000000 limit keys, which is the most");
            default -> Problems.of(refused);
        };
    }

    /** One job of a request for many: what it is, or what is wrong with it. */
    private record Item(NewJob job, @Nullable Problem problem) {}

    /** The fields of a request for many jobs. */
    private static final class BulkFields {
        private final AddRequest request;
        private @Nullable List<Item> items;
        private boolean allOrNone;

        BulkFields(AddRequest request) {
            this.request = request;
        }

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "jobs" -> items = value.list(AddAll.MAX_JOBS, this::item);
                case "all_or_none" -> allOrNone = Boolean.TRUE.equals(value.bool());
                default -> {
                    return false;
                }
            }
            return true;
        }

        private Item item(StrictJson value) throws IOException {
            NewJob job = new NewJob(request);
            FieldErrors errors = value.objectApart(job::field);
            return new Item(job, job.check(errors, value.pointer()));
        }
    }

    /** {@code POST /v1/bulk/add}: the valid jobs are added by one command. */
    void many(Exchange exchange) throws HttpError {
        BulkFields fields = new BulkFields(AddRequest.of(settings, exchange));
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        List<Item> items = fields.items;
        if (items == null) {
            errors.missing("/jobs");
        }
        errors.throwIfAny();
        if (items == null) {
            return;
        }
        List<Add> adds = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).problem == null) {
                adds.add(items.get(i).job.command(i));
            }
        }
        boolean none = fields.allOrNone && adds.size() < items.size();
        if (adds.isEmpty() || none) {
            exchange.ok(out -> writeResults(items, adds, List.of(), out));
        } else {
            exchange.submitOrExplain(
                    new AddAll(adds, fields.allOrNone),
                    refused -> Problems.of(refused).error(),
                    added -> exchange.ok(out -> writeResults(items, adds, added, out)));
        }
    }

    /** @param added what became of the valid jobs; empty if none was added because another one is invalid */
    private void writeResults(List<Item> items, List<Add> adds, List<Added> added, JsonGenerator out)
            throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("results");
        int next = 0;
        for (int i = 0; i < items.size(); i++) {
            Problem problem = items.get(i).problem;
            Added one = null;
            if (problem == null) {
                one = added.isEmpty() ? null : added.get(next);
                problem = problemOf(items.get(i).job, adds.get(next), one, "/jobs/" + i);
                next++;
            }
            writeResult(one, problem, out);
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    private @Nullable Problem problemOf(NewJob job, Add add, @Nullable Added added, String pointer) {
        Rejection why = added == null ? null : added.rejection();
        if (why != null) {
            return refusal(job, add, why, Outcome.refused(why), pointer);
        }
        return added == null || added.number() == 0 ? Problems.notAdded() : null;
    }

    private static void writeResult(@Nullable Added added, @Nullable Problem problem, JsonGenerator out)
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
