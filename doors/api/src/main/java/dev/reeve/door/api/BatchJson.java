package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.batch.BatchCounts;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.batch.Callback;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes a batch. */
final class BatchJson {
    private BatchJson() {}

    static void write(BatchView batch, JsonGenerator out) throws IOException {
        out.writeStartObject();
        fields(batch, out);
        out.writeEndObject();
    }

    /** Writes the fields into the current object. */
    static void fields(BatchView batch, JsonGenerator out) throws IOException {
        BatchCounts counts = batch.counts();
        out.writeStringField("id", batch.id());
        out.writeBooleanField("open", batch.open());
        out.writeNumberField("total", counts.total());
        out.writeNumberField("pending", counts.pending());
        out.writeNumberField("completed", counts.completed());
        out.writeNumberField("failed", counts.failed());
        out.writeNumberField("cancelled", counts.cancelled());
        write("on_success", batch.callbacks().success(), out);
        write("on_complete", batch.callbacks().complete(), out);
        write("on_failure", batch.callbacks().failure(), out);
        JobWriter.writeTime("created_at", batch.createdAtMicros(), out);
        JobWriter.writeTime("ended_at", batch.endedAtMicros(), out);
        JobWriter.writeTime("expires_at", batch.expiresAtMicros(), out);
    }

    private static void write(String name, @Nullable Callback callback, JsonGenerator out) throws IOException {
        if (callback == null) {
            out.writeNullField(name);
            return;
        }
        out.writeObjectFieldStart(name);
        out.writeStringField("job", callback.job().toString());
        JobWriter.writeTime("fired_at", callback.firedAtMicros(), out);
        out.writeEndObject();
    }
}
