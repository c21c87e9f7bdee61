package dev.reeve.door.api;

import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.ScheduleSpec;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.StrictJson;
import dev.reeve.node.schedule.ScheduleTimes;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a schedule that a client puts. Its job is checked as one that is added. */
final class ScheduleFields {
    private static final long SHORTEST_MICROS = 1_000_000;
    private static final long LONGEST_MICROS = 10 * 31_557_600_000_000L;
    private static final int LONGEST_TEXT = 255;
    /** The id and the time of a job are those of its run, and it depends on no other. */
    private static final Set<String> NOT_IN_TEMPLATE =
            Set.of("id", "run_at", "delay", "depends_on", "if_dependency_fails", "key", "batch");

    private final ApiSettings settings;
    private final NewJob job;
    private @Nullable String cron;
    private @Nullable String zone;
    private @Nullable Long everyMicros;
    private @Nullable ScheduleTimes times;
    private MissedRuns missed = MissedRuns.ONE;
    private Overlap overlap = Overlap.ALLOW;
    private boolean hasJob;

    ScheduleFields(AddRequest request) {
        this.settings = request.settings();
        this.job = new NewJob(request);
    }

    boolean field(String name, StrictJson value) throws IOException {
        switch (name) {
            case "cron" -> cron = shortText(value);
            case "zone" -> zone = shortText(value);
            case "every" -> everyMicros = value.durationMicros(SHORTEST_MICROS, LONGEST_MICROS);
            case "job" ->
                hasJob = value.object((field, part) -> !NOT_IN_TEMPLATE.contains(field) && job.field(field, part));
            case "missed" -> missed = word(MissedRuns.values(), missed, value);
            case "overlap" -> overlap = word(Overlap.values(), overlap, value);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String shortText(StrictJson value) throws IOException {
        return value.text(text -> text.length() <= LONGEST_TEXT, "is longer than " + LONGEST_TEXT + " characters");
    }

    private static <E extends Enum<E>> E word(E[] all, E otherwise, StrictJson value) throws IOException {
        List<String> words = Arrays.stream(all).map(ScheduleFields::word).toList();
        String text = value.text(words::contains, "expected one of " + String.join(", ", words));
        return text == null ? otherwise : all[words.indexOf(text)];
    }

    static String word(Enum<?> rule) {
        return rule.name().toLowerCase(Locale.ROOT);
    }

    /** What is wrong with the schedule; null if it can be put. */
    @Nullable
    Problem check(FieldErrors errors) {
        if (cron == null && everyMicros == null) {
            errors.missing("/cron");
        } else if (cron != null && everyMicros != null) {
            errors.add("/every", "excludes cron");
        } else if (zone != null && everyMicros != null) {
            errors.add("/zone", "is for cron only");
        }
        checkTimes(errors);
        if (!hasJob) {
            errors.missing("/job");
            return errors.problem();
        }
        if (!job.queue().isEmpty() && !settings.isQueue(job.queue())) {
            errors.add("/job/queue", settings.expectedQueue());
        }
        return job.check(errors, "/job");
    }

    private void checkTimes(FieldErrors errors) {
        String expression = cron;
        String named = zone == null ? "UTC" : zone;
        try {
            ScheduleTimes.zone(named);
        } catch (IllegalArgumentException e) {
            errors.add("/zone", String.valueOf(e.getMessage()));
            return;
        }
        try {
            times = expression == null
                    ? ScheduleTimes.ofInterval(everyMicros == null ? SHORTEST_MICROS : everyMicros)
                    : ScheduleTimes.ofCron(expression, named);
        } catch (IllegalArgumentException e) {
            errors.add("/cron", String.valueOf(e.getMessage()));
        }
    }

    ScheduleSpec spec() {
        return new ScheduleSpec(
                cron,
                zone == null ? "UTC" : zone,
                everyMicros == null ? 0 : everyMicros,
                JobTemplate.of(job.command(JobIds.ALONE, Map.of(), null)),
                missed,
                overlap);
    }

    /** The first time of a schedule that is put now. */
    long firstMicros(long systemMicros) {
        return times == null ? Long.MAX_VALUE : times.firstMicros(systemMicros);
    }
}
