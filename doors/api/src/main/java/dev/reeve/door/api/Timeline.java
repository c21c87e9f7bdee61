package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.State;
import dev.reeve.net.http.JsonBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to a job, in the order of time. A job keeps a history only if there is more to tell than its own times tell;
 * what these tell is added here: that it was created, is leased, or has ended.
 */
final class Timeline {
    private static final int MOST_EVENTS = 100;

    private final List<Row> rows = new ArrayList<>();

    /** One event. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Row(
            long atMicros,
            String what,
            @Nullable String about,
            @Nullable String worker,
            byte @Nullable [] data) {
        static Row of(HistoryEvent event) {
            return new Row(event.whenMicros(), word(event.type()), event.about(), event.worker(), event.data());
        }

        private static String word(HistoryEvent.Type type) {
            return type.name().toLowerCase(Locale.ROOT);
        }

        void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            JobWriter.writeTime("at", atMicros, out);
            out.writeStringField("what", what);
            if (about != null) {
                out.writeStringField("about", about);
            }
            if (worker != null && !worker.isEmpty()) {
                out.writeStringField("worker", worker);
            }
            if (data != null) {
                new JsonBytes(data).writeExactField("data", "data_encoding", out);
            }
            out.writeEndObject();
        }
    }

    private Timeline() {}

    static Timeline of(JobView job) {
        Timeline timeline = new Timeline();
        job.history().forEach(event -> timeline.rows.add(Row.of(event)));
        if (timeline.rows.isEmpty()) {
            timeline.rows.add(new Row(job.createdAtMicros(), "added", null, null, null));
        }
        Lease lease = job.state() == State.LEASED ? job.lease() : null;
        if (lease != null) {
            timeline.addUnlessKnown(lease.startedAtMicros(), "leased", lease.worker());
        }
        if (job.state().ended()) {
            timeline.addUnlessKnown(job.endedAtMicros(), States.word(job.state()), null);
        }
        return timeline;
    }

    private void addUnlessKnown(long atMicros, String what, @Nullable String worker) {
        int place = rows.size();
        for (int i = rows.size() - 1; i >= 0; i--) {
            Row row = rows.get(i);
            if (row.atMicros == atMicros && row.what.equals(what)) {
                return;
            }
            place = row.atMicros > atMicros ? i : place;
        }
        rows.add(place, new Row(atMicros, what, null, worker, null));
    }

    /** Writes the last events as a field of the current object. */
    void write(JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("history");
        for (Row row : rows.subList(Math.max(0, rows.size() - MOST_EVENTS), rows.size())) {
            row.write(out);
        }
        out.writeEndArray();
    }
}
