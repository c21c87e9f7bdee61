package dev.reeve.door.ocypod;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.SetOutput;
import dev.reeve.engine.command.Timeout;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Status;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.JsonFields;
import dev.reeve.net.http.JsonValue;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Handlers that change one job. */
record ChangeJob(OcypodDoor door) {
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
        Claim claim = JobNumber.claim(exchange);
        Command<?> command = patch.status == null ? null : change(job, claim, patch.status, patch.output);
        if (command != null) {
            submit(exchange, job, command, patch);
        } else if (patch.status == null && patch.output != null) {
            submit(exchange, job, new SetOutput(job, claim, patch.output), patch);
        } else {
            refuseOrIgnore(exchange, job, claim, patch);
        }
    }

    /** The command that leads to the status; null if there is none, or none that takes an output. */
    private static @Nullable Command<?> change(JobRef job, Claim claim, Status to, byte @Nullable [] output) {
        Claim held = claim.equals(Claim.NONE) ? Claim.ANY_LEASE : claim;
        return switch (to) {
            case COMPLETED -> new Complete(job, held, output);
            case FAILED -> new Fail(job, held, output);
            case TIMED_OUT -> new Timeout(List.of(job), held, output, null);
            case CANCELLED -> Cancel.keep(job, claim, output);
            case QUEUED -> output == null ? new Requeue(job, claim) : null;
            case RUNNING -> null;
        };
    }

    private <R> void submit(Exchange exchange, JobRef job, Command<R> command, Patch patch) {
        exchange.submitOrExplain(command, refused -> refusal(job, refused, patch), done -> exchange.noContent());
    }

    private HttpError refusal(JobRef job, Outcome<?> refused, Patch patch) {
        Rejection why = refused.rejection();
        if (why == Rejection.NOT_LEASED || why == Rejection.INVALID_TRANSITION) {
            Status was = Status.valueOf(refused.about().get(1));
            return patch.status == null || was.mayBecome(patch.status)
                    ? OcypodErrors.outputOnlyWhileRunning()
                    : door.words().noSuchChange(was, patch.status);
        }
        if (why == Rejection.QUEUE_NOT_FOUND) {
            return OcypodErrors.noQueue(refused.about().get(0));
        }
        return OcypodErrors.ofJob(
                why == Rejection.ALREADY_ENDED || why == null ? Rejection.STALE_LEASE : why, job.toString());
    }

    /** Answers a patch that no command carries out: it changes nothing, or nothing can be changed that way. */
    private void refuseOrIgnore(Exchange exchange, JobRef job, Claim claim, Patch patch) {
        exchange.ask(engine -> Optional.ofNullable(engine.job(job)), found -> {
            JobView view = found.orElse(null);
            if (view == null) {
                exchange.refuse(OcypodErrors.noJob(job.toString()));
            } else if (!claim.equals(Claim.NONE) && !view.isHeldBy(claim)) {
                exchange.refuse(OcypodErrors.staleLease(job.toString()));
            } else if (patch.status == null) {
                exchange.noContent();
            } else if (view.status().mayBecome(patch.status)) {
                exchange.refuse(OcypodErrors.outputOnlyWhileRunning());
            } else {
                exchange.refuse(door.words().noSuchChange(view.status(), patch.status));
            }
        });
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
                renewed -> exchange.noContent());
    }

    void delete(Exchange exchange) throws HttpError {
        JobRef job = JobNumber.of(exchange);
        exchange.submit(new Delete(job), why -> OcypodErrors.ofJob(why, job.toString()), done -> exchange.noContent());
    }
}
