package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.Renewed;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Progress;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The fields of a renewal, except for its length, and its answer. */
final class Renewal {
    static final long MAX_LEASE_MICROS = 31_557_600_000_000L;
    private static final int LONGEST_MESSAGE_BYTES = 1024;

    private boolean hasProgress;
    private @Nullable Integer percent;
    private @Nullable String message;

    /** Reads a field if it is one of a renewal. */
    boolean field(String name, StrictJson value) throws IOException {
        if (!name.equals("progress")) {
            return false;
        }
        hasProgress = value.object(this::progressField);
        return true;
    }

    private boolean progressField(String name, StrictJson value) throws IOException {
        switch (name) {
            case "percent" -> percent = value.integer(0, 100);
            case "message" ->
                message = value.text(
                        text -> text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_MESSAGE_BYTES,
                        "is longer than " + LONGEST_MESSAGE_BYTES + " bytes");
            default -> {
                return false;
            }
        }
        return true;
    }

    void check(FieldErrors errors, String pointer) {
        if (hasProgress && percent == null) {
            errors.missing(pointer + "/progress/percent");
        }
    }

    Renew command(JobRef job, Claim claim, long leaseMicros) {
        return Renew.with(
                job,
                claim,
                leaseMicros,
                percent == null ? null : new Progress(percent, message == null ? "" : message));
    }

    /** Writes the fields of the answer into the current object. */
    static void write(Renewed renewed, JsonGenerator out) throws IOException {
        JobWriter.writeTime("expires_at", renewed.deadlineMicros(), out);
        out.writeBooleanField("cancel_requested", renewed.cancelRequested());
    }
}
