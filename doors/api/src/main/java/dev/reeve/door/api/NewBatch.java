package dev.reeve.door.api;

import dev.reeve.engine.batch.Callback;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.HttpError;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a new batch, and the command that opens it. */
final class NewBatch {
    /** Stands for the batch among the positions of the jobs of a request, and before it for its callbacks. */
    private static final int BATCH = -2;

    /** Fields of a job that a callback does not have: it is added when the batch says so, and belongs to none. */
    private static final Set<String> NOT_OF_CALLBACKS = Set.of(
            "run_at", "delay", "depends_on", "if_dependency_fails", "batch", "key", "payload_encoding", "unique");

    private static final int FINGERPRINT_BYTES = 16;

    private final AddRequest request;
    private final String generatedId;
    private @Nullable NewJobs jobs;
    private @Nullable String id;
    private boolean open;
    private @Nullable NewJob onSuccess;
    private @Nullable NewJob onComplete;
    private @Nullable NewJob onFailure;
    private @Nullable Problem callbackProblem;

    NewBatch(AddRequest request) {
        this.request = request;
        String key = request.key();
        generatedId = (key == null ? JobIds.next(request.nowMicros()) : JobIds.ofKey(request.sender(), key, BATCH))
                .toString();
    }

    boolean field(String name, StrictJson value) throws IOException {
        switch (name) {
            case "id" ->
                id = value.text(request.settings()::isQueue, request.settings().expectedNewName());
            case "jobs" -> jobs().read(value);
            case "open" -> open = Boolean.TRUE.equals(value.bool());
            case "on_success" -> onSuccess = callback(value);
            case "on_complete" -> onComplete = callback(value);
            case "on_failure" -> onFailure = callback(value);
            default -> {
                return false;
            }
        }
        return true;
    }

    private @Nullable NewJob callback(StrictJson value) throws IOException {
        if (value.isNull()) {
            return null;
        }
        NewJob job = new NewJob(request);
        FieldErrors errors =
                value.objectApart((name, field) -> !NOT_OF_CALLBACKS.contains(name) && job.field(name, field));
        Problem problem = job.check(errors, value.pointer());
        callbackProblem = callbackProblem == null ? problem : callbackProblem;
        return job;
    }

    NewJobs jobs() {
        if (jobs == null) {
            jobs = new NewJobs(request);
        }
        return jobs;
    }

    /**
     * The command; an error if something is wrong with the batch or with one of its jobs.
     *
     * @param errors what is wrong with the fields
     * @param body the whole request, which tells a repeated request from another one
     */
    OpenBatch command(FieldErrors errors, byte[] body) throws HttpError {
        String batch = id == null ? generatedId : id;
        jobs().check(errors, batch);
        errors.throwIfAny();
        Problem problem = jobs().firstProblem() == null ? callbackProblem : jobs().firstProblem();
        if (problem != null) {
            throw problem.error();
        }
        String text = new String(body, StandardCharsets.ISO_8859_1);
        String fingerprint = HexFormat.of().formatHex(Sha256.of(List.of(text)), 0, FINGERPRINT_BYTES);
        OpenBatch.Templates templates = new OpenBatch.Templates(
                template(onSuccess, BATCH - 1, batch),
                template(onComplete, BATCH - 2, batch),
                template(onFailure, BATCH - 3, batch));
        return new OpenBatch(batch, fingerprint, open, jobs().adds(), templates);
    }

    private static @Nullable Add template(@Nullable NewJob job, int position, String batch) {
        if (job == null) {
            return null;
        }
        Add add = job.command(position, Map.of(), null);
        return new Add(
                add.id(),
                add.queue(),
                payload(batch, add.payload()),
                add.priority(),
                add.startsAtMicros(),
                add.terms(),
                add.options());
    }

    /** The payload of a callback: the batch, its counts when the job is added, and the payload that was given. */
    private static byte[] payload(String batch, byte[] given) {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(("{\"batch\":\"" + batch + "\"").getBytes(StandardCharsets.UTF_8));
        write(payload, "total", Callback.TOTAL);
        write(payload, "pending", Callback.PENDING);
        write(payload, "completed", Callback.COMPLETED);
        write(payload, "failed", Callback.FAILED);
        write(payload, "cancelled", Callback.CANCELLED);
        payload.writeBytes(",\"payload\":".getBytes(StandardCharsets.UTF_8));
        payload.writeBytes(given);
        payload.write('}');
        return payload.toByteArray();
    }

    private static void write(ByteArrayOutputStream payload, String name, byte count) {
        payload.writeBytes((",\"" + name + "\":").getBytes(StandardCharsets.UTF_8));
        payload.write(count);
    }
}
