package dev.reeve.server.door.ocypod;

import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.SetStatus;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Status;
import dev.reeve.server.net.http.Exchange;
import dev.reeve.server.net.http.HttpError;
import dev.reeve.server.net.http.JsonFields;
import dev.reeve.server.net.http.JsonValue;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Handlers that change one job. */
final class ChangeJob {
    private final OcypodDoor door;

    ChangeJob(OcypodDoor door) {
        this.door = door;
    }

    /** Fields of a PATCH body; a field that is null counts as absent. */
    private final class Patch {
        private @Nullable Status status;
        private byte @Nullable [] output;

        void field(String name, JsonValue value) throws IOException, HttpError {
            if (value.isNull()) {
                return;
            }
            switch (name) {
                case "status" -> {
                    String text = value.text();
                    status = OcypodErrors.status(text);
                    if (status == null) {
                        throw OcypodErrors.badStatus(text);
                    }
                }
                case "output" -> output = door.checked("output", value.raw());
                default -> {}
            }
        }
    }

    void patch(Exchange exchange) throws HttpError {
        JobRef job = JobNumber.of(exchange);
        Patch patch = new Patch();
        JsonFields.read(exchange.body(), patch::field);
        SetStatus command = new SetStatus(job, JobNumber.claim(exchange), patch.status, patch.output);
        exchange.submit(command, why -> OcypodErrors.ofJob(why, job.toString()), change -> {
            switch (change.verdict()) {
                case MADE -> exchange.noContent();
                case OUTPUT_ONLY_WHILE_RUNNING -> exchange.refuse(OcypodErrors.outputOnlyWhileRunning());
                case NO_SUCH_CHANGE -> exchange.refuse(noSuchChange(change.was(), command.status()));
            }
        });
    }

    private HttpError noSuchChange(Status from, @Nullable Status to) {
        return door.words().noSuchChange(from, to == null ? from : to);
    }

    void output(Exchange exchange) throws HttpError {
        JobRef job = JobNumber.of(exchange);
        byte[] output = door.checked("output", JsonFields.readRaw(exchange.body()));
        exchange.submit(
                new SetOutput(job, JobNumber.claim(exchange), output),
                why -> why == Rejection.NOT_LEASED
                        ? OcypodErrors.outputOnlyWhileRunning()
                        : OcypodErrors.ofJob(why, job.toString()),
                done -> exchange.noContent());
    }

    void heartbeat(Exchange exchange) throws HttpError {
        JobRef job = JobNumber.of(exchange);
        exchange.submit(
                new Renew(job, JobNumber.claim(exchange), 0),
                why -> why == Rejection.NOT_LEASED
                        ? OcypodErrors.noHeartbeat(job.toString())
                        : OcypodErrors.ofJob(why, job.toString()),
                lease -> exchange.noContent());
    }

    void delete(Exchange exchange) throws HttpError {
        JobRef job = JobNumber.of(exchange);
        exchange.submit(new Delete(job), why -> OcypodErrors.ofJob(why, job.toString()), done -> exchange.noContent());
    }
}
