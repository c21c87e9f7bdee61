package dev.reeve.door.api;

import dev.reeve.engine.Command;
import dev.reeve.engine.Failed;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handlers for a worker that holds a job. Each request proves that with the token of the lease. */
record LeaseReports(ApiSettings settings) {
    /** The token, and the fields of a report. */
    private static final class TokenFields {
        private final StrictJson.Fields more;
        private @Nullable String token;

        TokenFields(StrictJson.Fields more) {
            this.more = more;
        }

        boolean field(String name, StrictJson value) throws IOException {
            if (!name.equals("lease_token")) {
                return more.field(name, value);
            }
            token = value.text();
            return true;
        }

        Claim claim() {
            return LeaseToken.claim(token == null ? "" : token);
        }

        /** Notes that the token is missing. */
        void check(FieldErrors errors) {
            if (token == null) {
                errors.missing("/lease_token");
            }
        }
    }

    void complete(Exchange exchange) throws HttpError {
        end(exchange, new WorkerReport.Completed(settings), done -> exchange.noContent());
    }

    void cancelled(Exchange exchange) throws HttpError {
        end(exchange, new WorkerReport.Cancelled(), done -> exchange.noContent());
    }

    void release(Exchange exchange) throws HttpError {
        end(exchange, new WorkerReport.Released(), done -> exchange.noContent());
    }

    void fail(Exchange exchange) throws HttpError {
        end(exchange, new WorkerReport.Failure(settings), reply -> {
            Failed failed = (Failed) reply;
            exchange.ok(out -> {
                out.writeStartObject();
                WorkerReport.Failure.write(failed, out);
                out.writeEndObject();
            });
        });
    }

    private static void end(Exchange exchange, WorkerReport report, Consumer<Object> answer) throws HttpError {
        TokenFields fields = new TokenFields(report::field);
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        fields.check(errors);
        Problem problem = report.check(errors, "");
        errors.throwIfAny();
        if (problem != null) {
            throw problem.error();
        }
        JobId id = ChangeJobs.job(exchange);
        submit(exchange, id, report.command(JobRef.of(id), fields.claim()), answer);
    }

    private static <R> void submit(Exchange exchange, JobId id, Command<R> command, Consumer<Object> answer) {
        exchange.submitOrExplain(
                command, refused -> Problems.ofJob(refused, id.toString()).error(), answer::accept);
    }

    void renew(Exchange exchange) throws HttpError {
        Renewal renewal = new Renewal();
        LeaseLength lease = new LeaseLength();
        TokenFields fields = new TokenFields((name, value) -> lease.field(name, value) || renewal.field(name, value));
        FieldErrors errors = StrictJson.read(exchange.body(), fields::field);
        fields.check(errors);
        renewal.check(errors, "");
        errors.throwIfAny();
        JobId id = ChangeJobs.job(exchange);
        exchange.submitOrExplain(
                renewal.command(JobRef.of(id), fields.claim(), lease.micros()),
                refused -> Problems.ofJob(refused, id.toString()).error(),
                renewed -> exchange.ok(out -> {
                    out.writeStartObject();
                    Renewal.write(renewed, out);
                    out.writeEndObject();
                }));
    }
}
