package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.AddOptions;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.State;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.schedule.Schedule.WaitingRun;
import dev.reeve.engine.schedule.ScheduleSpec;
import dev.reeve.net.http.JsonBytes;
import dev.reeve.net.http.Timestamps;
import dev.reeve.node.schedule.ScheduleTimes;
import dev.reeve.settings.Durations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes schedules. */
final class ScheduleWriter {
    private static final int NEXT_RUNS = 5;
    private static final long USUAL_BYTES = 1200;

    /**
     * A schedule with the states of its last jobs.
     *
     * @param states in the order of the jobs; null for one that is not kept any more
     */
    record Shown(Schedule schedule, List<@Nullable State> states) {}

    private ScheduleWriter() {}

    /** About how many bytes the schedule takes. */
    static long size(Schedule schedule) {
        return USUAL_BYTES + schedule.spec().job().payload().length;
    }

    /** Writes all about a schedule: its next runs, and its last jobs. */
    static void write(Shown shown, JsonGenerator out) throws IOException {
        Schedule schedule = shown.schedule;
        out.writeStartObject();
        fields(schedule, NEXT_RUNS, out);
        out.writeArrayFieldStart("last");
        for (int i = 0; i < schedule.last().size(); i++) {
            State state = shown.states.get(i);
            out.writeStartObject();
            out.writeStringField("job", schedule.last().get(i).toString());
            out.writeStringField("state", state == null ? null : States.word(state));
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** Writes a schedule of a list, with its next run only. */
    static void write(Schedule schedule, JsonGenerator out) throws IOException {
        out.writeStartObject();
        fields(schedule, 1, out);
        out.writeEndObject();
    }

    private static void fields(Schedule schedule, int runs, JsonGenerator out) throws IOException {
        ScheduleSpec spec = schedule.spec();
        out.writeStringField("name", schedule.name());
        out.writeStringField("cron", spec.cron());
        out.writeStringField("zone", spec.cron() == null ? null : spec.zone());
        out.writeStringField("every", spec.cron() == null ? Durations.print(spec.everyMicros()) : null);
        out.writeBooleanField("paused", schedule.paused());
        out.writeStringField("missed", ScheduleFields.word(spec.missed()));
        out.writeStringField("overlap", ScheduleFields.word(spec.overlap()));
        writeJob(spec.job(), out);
        out.writeArrayFieldStart("next");
        for (long time : next(schedule, runs)) {
            out.writeString(Timestamps.print(time));
        }
        out.writeEndArray();
        WaitingRun waiting = schedule.waiting();
        JobWriter.writeTime("waiting", waiting == null ? 0 : waiting.forMicros(), out);
    }

    /** The next runs; none while the schedule is paused. */
    private static List<Long> next(Schedule schedule, int runs) {
        List<Long> times = new ArrayList<>();
        long time = schedule.paused() ? Long.MAX_VALUE : schedule.nextMicros();
        try {
            ScheduleTimes rule = ScheduleTimes.of(schedule.spec());
            while (times.size() < runs && time != Long.MAX_VALUE) {
                times.add(time);
                time = rule.nextMicros(time, time);
            }
        } catch (IllegalArgumentException e) {
            // This machine does not know the time zone: the next time was computed where it is known.
            times.add(time);
        }
        return times;
    }

    /** Writes all that was given, so that a client that puts it again loses nothing. */
    private static void writeJob(JobTemplate job, JsonGenerator out) throws IOException {
        AddOptions options = job.options();
        out.writeObjectFieldStart("job");
        out.writeStringField("queue", job.queue());
        out.writeStringField("type", options.klass() == null ? job.queue() : options.klass());
        new JsonBytes(job.payload()).writeExactField("payload", "payload_encoding", out);
        if (job.priority() != Add.QUEUE_PRIORITY) {
            out.writeNumberField("priority", job.priority());
        }
        JobWriter.writeTexts("tags", options.tags() == null ? List.of() : options.tags(), out);
        JobWriter.writeHeaders(options.headers().namesAndValues(), out);
        JobTies ties = options.ties();
        if (ties.callback() != null) {
            out.writeStringField("callback", ties.callback());
        }
        if (ties.unique() != null) {
            UniqueFields.write(ties.unique(), out);
        }
        if (ties.limitKey() != null) {
            out.writeStringField("limit_key", ties.limitKey());
        }
        TermsFields.write(options.patch(), out);
        out.writeEndObject();
    }
}
