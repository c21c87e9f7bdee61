package dev.reeve.engine;

import static java.util.stream.IntStream.range;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Depend;
import dev.reeve.engine.command.Tag;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.TagRecurring;
import dev.reeve.engine.qless.command.Track;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A command may be as long as a payload, and names a hundred thousand things then: all clients wait while it is applied. */
@Timeout(60)
class LongListsTest {
    private static final CallerClock CALLER = new CallerClock(1_000_000, QlessDialect.CURRENT);
    private static final byte[] DATA = "{}".getBytes(StandardCharsets.UTF_8);
    private static final List<String> TAGS =
            range(0, 100_000).mapToObj(i -> Integer.toString(i, 36)).toList();

    private final Engine engine = new Engine();

    @Test
    void many_tags_take_time_in_proportion() {
        put("first", TAGS, List.of());
        put("second", TAGS, List.of());
        put("third", List.of("0", "kept"), List.of());
        assertThat(apply(new Tag(CALLER, JobId.of("third"), true, TAGS))).hasSize(TAGS.size() + 1);
        assertThat(engine.qless().tagged("2s", 0, 10))
                .containsExactly(JobId.of("first"), JobId.of("second"), JobId.of("third"));
        assertThat(apply(new Tag(CALLER, JobId.of("third"), false, TAGS))).containsExactly("kept");
        assertThat(engine.qless().taggedCount("2s")).isEqualTo(2);
    }

    @Test
    void many_tags_of_arecurring_job_take_time_in_proportion() {
        JobId id = JobId.of("again");
        apply(new Recur(CALLER, new RecurringJob(id, "q", "k", DATA, 0, List.of("kept"), 0, 0, 0, 1_000_000, 0)));
        assertThat(apply(new TagRecurring(id, true, TAGS))).hasSize(TAGS.size() + 1);
        assertThat(apply(new TagRecurring(id, false, TAGS))).containsExactly("kept");
    }

    @Test
    void many_dependencies_take_time_in_proportion() {
        List<JobId> ids = range(0, 50_000).mapToObj(i -> JobId.of("job " + i)).toList();
        ids.forEach(id -> put(id.toString(), null, List.of()));
        put("waits", null, ids);
        put("waits too", null, ids.subList(0, 1));
        apply(new Depend(CALLER, JobId.of("waits too"), true, ids));
        apply(new Depend(CALLER, JobId.of("waits too"), false, ids.subList(1, ids.size())));
        List<JobId> all = new ArrayList<>(ids);
        all.add(JobId.of("waits"));
        assertThat(engine.apply(entry(QlessCommands.cancel(CALLER, all)), Effects.NONE)
                        .rejection())
                .isEqualTo(Rejection.HAS_DEPENDENTS);
        all.add(JobId.of("waits too"));
        apply(QlessCommands.cancel(CALLER, all));
        assertThat(engine.jobCount()).isZero();
    }

    @Test
    void a_tracked_id_counts_with_its_length() {
        long before = engine.liveBytes();
        JobId id = JobId.of("x".repeat(100_000));
        apply(new Track(CALLER, id, true, false, List.of()));
        apply(new Track(CALLER, id, true, false, List.of()));
        assertThat(engine.liveBytes() - before).isBetween(100_000L, 101_000L);
        apply(new Track(CALLER, id, false, false, List.of()));
        assertThat(engine.liveBytes()).isEqualTo(before);
    }

    private void put(String id, @Nullable List<String> tags, List<JobId> depends) {
        apply(QlessCommands.put(CALLER, JobId.of(id), "q", "k", DATA, tags, depends));
    }

    private <R> R apply(Command<R> command) {
        return engine.apply(entry(command), Effects.NONE).reply();
    }

    private static <R> Entry<R> entry(Command<R> command) {
        return new Entry<>(1_000_000, 0, command);
    }
}
