package dev.reeve.door.jobber;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Route;
import java.io.IOException;
import java.util.Optional;

/** {@code GET /jobber/job/{id}}: shows the state of a job. */
final class JobberShowJob implements Route.Handler {
    @Override
    public void handle(Exchange exchange) throws HttpError {
        JobId id = JobberDoor.job(exchange);
        exchange.ask(
                engine -> Optional.ofNullable(engine.job(JobRef.of(id))),
                found -> found.ifPresentOrElse(
                        job -> exchange.ok(out -> write(job, out)),
                        () -> exchange.refuse(JobberErrors.noJob(id.toString()))));
    }

    private static void write(JobView job, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("job-id", job.id().toString());
        out.writeStringField("type", job.queue());
        out.writeStringField("state", state(job));
        out.writeNumberField("attempts", job.attempts());
        LockActions.writeMoment("created-at", job.createdAtMicros(), out);
        LockActions.writeMoment("visible-at", visibleAt(job), out);
        out.writeEndObject();
    }

    private static String state(JobView job) {
        return switch (job.state()) {
            case READY, THROTTLED, SCHEDULED, DEPENDS, RETRYING -> "queued";
            case LEASED -> "in-process";
            case COMPLETED, FAILED, TIMED_OUT, CANCELLED -> "done";
        };
    }

    /** The time from which workers can take the job, if they cannot now. */
    private static long visibleAt(JobView job) {
        Lease lease = job.lease();
        return switch (job.state()) {
            case SCHEDULED, RETRYING -> job.dueAtMicros();
            case LEASED -> lease == null ? DeadlineHeap.NEVER : lease.deadlineMicros();
            default -> DeadlineHeap.NEVER;
        };
    }
}
