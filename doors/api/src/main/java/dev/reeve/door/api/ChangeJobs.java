package dev.reeve.door.api;

import dev.reeve.engine.Command;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Edit;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handlers that change one job without holding it. Those that change what the job shows answer with the job. */
record ChangeJobs(ApiSettings settings, ReadJobs reader) {
    private static final Set<Include> SHORT = EnumSet.noneOf(Include.class);
    private static final int MOST_TAGS = 100;
    private static final int MOST_ATTEMPTS = 1_000_000;
    private static final int LONGEST_TEXT = 1024;

    static JobId job(Exchange exchange) {
        return JobId.of(exchange.segment(0));
    }

    /** The fields of {@code PATCH}. */
    private final class PatchFields {
        private @Nullable Integer priority;
        private @Nullable Long runAtMicros;
        private @Nullable List<String> tags;
        private @Nullable Integer maxAttempts;

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "priority" -> priority = value.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
                case "run_at" -> runAtMicros = value.timeMicros();
                case "tags" -> tags = value.list(MOST_TAGS, tag -> tag.text(settings::isName, settings.expectedName()));
                case "max_attempts" -> maxAttempts = value.integer(0, MOST_ATTEMPTS);
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    void patch(Exchange exchange) throws HttpError {
        PatchFields fields = new PatchFields();
        ApiDoor.read(exchange, fields::field).throwIfAny();
        JobId id = job(exchange);
        List<String> tags = fields.tags;
        change(
                exchange,
                id,
                new Edit(
                        JobRef.of(id),
                        fields.priority == null ? null : fields.priority.longValue(),
                        fields.runAtMicros,
                        tags == null ? null : tags.stream().distinct().toList(),
                        fields.maxAttempts));
    }

    void delete(Exchange exchange) throws HttpError {
        JobId id = job(exchange);
        exchange.submitOrExplain(
                new Delete(JobRef.of(id)),
                refused -> Problems.ofJob(refused, id.toString()).error(),
                done -> exchange.noContent());
    }

    /** The fields of cancel. */
    static final class CancelFields {
        private boolean force;
        private @Nullable String reason;

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "force" -> force = Boolean.TRUE.equals(value.bool());
                case "reason" -> reason = shortText(value);
                default -> {
                    return false;
                }
            }
            return true;
        }

        boolean force() {
            return force;
        }

        @Nullable
        String reason() {
            return reason;
        }
    }

    private static @Nullable String shortText(StrictJson value) throws IOException {
        return value.text(text -> text.length() <= LONGEST_TEXT, "is longer than " + LONGEST_TEXT + " characters");
    }

    void cancel(Exchange exchange) throws HttpError {
        CancelFields fields = new CancelFields();
        ApiDoor.read(exchange, fields::field).throwIfAny();
        JobId id = job(exchange);
        String by = exchange.sender().name();
        change(exchange, id, Cancel.request(JobRef.of(id), fields.force, fields.reason, by.isEmpty() ? null : by));
    }

    void retry(Exchange exchange) throws HttpError {
        RetryFields fields = new RetryFields();
        ApiDoor.read(exchange, fields::field).throwIfAny();
        JobId id = job(exchange);
        change(exchange, id, Requeue.anew(JobRef.of(id), fields.runAtMicros == null ? Add.NOW : fields.runAtMicros));
    }

    /** The fields of retry. */
    private static final class RetryFields {
        private @Nullable Long runAtMicros;

        boolean field(String name, StrictJson value) throws IOException {
            if (!name.equals("run_at")) {
                return false;
            }
            runAtMicros = value.timeMicros();
            return true;
        }
    }

    /** The fields of log. */
    private static final class LogFields {
        private @Nullable String message;
        private byte @Nullable [] data;

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "message" -> message = shortText(value);
                case "data" -> data = value.isNull() ? null : value.raw();
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    void log(Exchange exchange) throws HttpError {
        LogFields fields = new LogFields();
        FieldErrors errors = ApiDoor.read(exchange, fields::field);
        String message = fields.message;
        if (message == null) {
            errors.missing("/message");
        }
        errors.throwIfAny();
        JobId id = job(exchange);
        exchange.submitOrExplain(
                new Log(null, id, message == null ? "" : message, fields.data),
                refused -> Problems.ofJob(refused, id.toString()).error(),
                done -> exchange.noContent());
    }

    private <R> void change(Exchange exchange, JobId id, Command<R> command) {
        exchange.submitOrExplain(
                command,
                refused -> Problems.ofJob(refused, id.toString()).error(),
                done -> reader.show(
                        exchange, JobRef.of(id), job -> exchange.ok(out -> JobWriter.write(job, SHORT, out))));
    }
}
