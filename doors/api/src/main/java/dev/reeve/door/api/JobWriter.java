package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.CancelRequest;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.Progress;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.net.http.JsonBytes;
import dev.reeve.net.http.Timestamps;
import dev.reeve.node.FinishedJob;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a job. Every route that shows jobs shows them with the same fields; only {@link Include} makes a difference. */
final class JobWriter {
    /** What one job shows when it is asked for by its id. */
    static final Set<Include> WHOLE = EnumSet.of(Include.PAYLOAD, Include.RESULT, Include.ERROR);
    /** What a worker gets. */
    static final Set<Include> FOR_WORKER = EnumSet.of(Include.PAYLOAD);

    /** The size of a job besides its payload, result and error, for the budget of responses. */
    static final long USUAL_BYTES = 600;

    private JobWriter() {}

    /** About how many bytes the job takes. */
    static long size(JobView job, Set<Include> parts) {
        byte[] result = job.result();
        JobError error = job.error();
        return USUAL_BYTES
                + (parts.contains(Include.PAYLOAD) ? job.payloadLength() : 0)
                + (parts.contains(Include.RESULT) && result != null ? result.length : 0)
                + (parts.contains(Include.ERROR) && error != null
                        ? error.trace().length()
                        : 0);
    }

    static void write(JobView job, Set<Include> parts, JsonGenerator out) throws IOException {
        out.writeStartObject();
        fields(job, parts, out);
        out.writeEndObject();
    }

    /** Writes what is known of a job that was not kept after its end. */
    static void write(FinishedJob job, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", job.id().toString());
        out.writeNumberField("number", job.number());
        out.writeStringField("state", States.word(job.state()));
        writeResult(job.result(), out);
        writeError(job.error(), true, out);
        out.writeEndObject();
    }

    /** Writes the fields into the current object. */
    static void fields(JobView job, Set<Include> parts, JsonGenerator out) throws IOException {
        out.writeStringField("id", job.id().toString());
        out.writeNumberField("number", job.number());
        out.writeStringField("queue", job.queue());
        out.writeStringField("type", job.labels().klassIn(job.queue()));
        out.writeStringField("state", States.word(job.state()));
        out.writeNumberField("priority", job.priority());
        writeTexts("tags", job.labels().tags(), out);
        writeHeaders(job.options().headers().namesAndValues(), out);
        if (parts.contains(Include.PAYLOAD)) {
            new JsonBytes(job.payload()).writeExactField("payload", "payload_encoding", out);
        }
        writeTime("created_at", job.createdAtMicros(), out);
        writeTime("run_at", job.dueAtMicros(), out);
        writeAttempts(job, out);
        writeLease(job, out);
        writeProgress(job.options().progress(), out);
        CancelRequest cancel = job.options().cancelRequest();
        writeTime("cancel_requested_at", cancel == null ? 0 : cancel.atMicros(), out);
        FlowJson.writeTies(job.options().ties(), out);
        UniqueKey unique = job.options().ties().unique();
        out.writeStringField("unique_key", unique == null ? null : unique.key());
        out.writeStringField("limit_key", job.options().ties().limitKey());
        writeWaiting(job, parts, out);
        if (parts.contains(Include.RESULT)) {
            writeResult(job.result(), out);
        }
        writeError(job.error(), parts.contains(Include.ERROR), out);
        writeTime("ended_at", job.state().ended() ? job.endedAtMicros() : 0, out);
        writeTime("expires_at", job.expiresAtMicros(), out);
        if (parts.contains(Include.HISTORY)) {
            Timeline.of(job).write(out);
        }
    }

    private static void writeAttempts(JobView job, JsonGenerator out) throws IOException {
        RetryPolicy retry = job.terms().retry();
        int most = retry.mostAttempts();
        out.writeNumberField("attempt", job.attempts());
        if (most == 0) {
            out.writeNullField("max_attempts");
        } else {
            out.writeNumberField("max_attempts", most);
        }
        out.writeNumberField("lapses", job.options().lapses());
    }

    private static void writeLease(JobView job, JsonGenerator out) throws IOException {
        Lease lease = job.state() == State.LEASED ? job.lease() : null;
        if (lease == null) {
            out.writeNullField("lease");
            return;
        }
        out.writeObjectFieldStart("lease");
        out.writeStringField("worker", lease.worker());
        writeTime("started_at", lease.startedAtMicros(), out);
        writeTime("expires_at", lease.deadlineMicros(), out);
        out.writeEndObject();
    }

    private static void writeProgress(@Nullable Progress progress, JsonGenerator out) throws IOException {
        if (progress == null) {
            out.writeNullField("progress");
            return;
        }
        out.writeObjectFieldStart("progress");
        out.writeNumberField("percent", progress.percent());
        out.writeStringField("message", progress.message());
        out.writeEndObject();
    }

    /** What a job waits for, in words. The jobs that it depends on are listed on request. */
    private static void writeWaiting(JobView job, Set<Include> parts, JsonGenerator out) throws IOException {
        List<JobId> needs = job.flow().needs();
        List<JobId> dependencies = needs.isEmpty() ? job.dependencies() : needs;
        if (parts.contains(Include.DEPENDENCIES)) {
            writeTexts("depends_on", dependencies.stream().map(JobId::toString).toList(), out);
        }
        out.writeStringField(
                "blocked_by",
                job.state() == State.THROTTLED
                        ? "the limit of the key " + job.options().ties().limitKey()
                        : FlowJson.blockedBy(job.obstacle(), job.state()));
    }

    /** Writes the result and the error. */
    static void writeEnd(JobView job, JsonGenerator out) throws IOException {
        writeResult(job.result(), out);
        writeError(job.error(), true, out);
    }

    static void writeResult(byte @Nullable [] result, JsonGenerator out) throws IOException {
        if (result == null || result.length == 0) {
            out.writeNullField("result");
        } else {
            new JsonBytes(result).writeExactField("result", "result_encoding", out);
        }
    }

    static void writeError(@Nullable JobError error, boolean withTrace, JsonGenerator out) throws IOException {
        if (error == null) {
            out.writeNullField("error");
            return;
        }
        out.writeObjectFieldStart("error");
        out.writeStringField("type", error.type());
        out.writeStringField("message", error.message());
        if (withTrace) {
            out.writeStringField("trace", error.trace());
        }
        writeTime("at", error.atMicros(), out);
        out.writeEndObject();
    }

    static void writeHeaders(List<String> namesAndValues, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("headers");
        for (int i = 0; i < namesAndValues.size(); i += 2) {
            out.writeStringField(namesAndValues.get(i), namesAndValues.get(i + 1));
        }
        out.writeEndObject();
    }

    static void writeTexts(String name, List<String> texts, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart(name);
        for (String text : texts) {
            out.writeString(text);
        }
        out.writeEndArray();
    }

    /** Writes a time; null for none. */
    static void writeTime(String name, long micros, JsonGenerator out) throws IOException {
        if (micros <= 0 || micros == DeadlineHeap.NEVER) {
            out.writeNullField(name);
        } else {
            out.writeStringField(name, Timestamps.print(micros));
        }
    }
}
