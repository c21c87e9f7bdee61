package dev.reeve.engine.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.Track;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The engine's lists: which rows are in them, in which order, and how one is found by name. */
class QlessListsTest {
    private static final long SECOND = 1_000_000;
    private static final byte[] DATA = {'1'};

    private final Engine engine = new Engine();

    private QlessLists lists() {
        return engine.qless().lists();
    }

    @Test
    void ready_jobs_stand_in_the_order_of_their_leases() {
        put("late", 0, 5, List.of());
        pop(6);
        apply(QlessCommands.timeout(caller(7), JobId.of("late")));
        put("low", -1, 1, List.of());
        put("high", 3, 4, List.of());
        assertThat(all(lists().ready("q")))
                .containsExactly(
                        new ReadyRow(JobId.of("late"), 0, 5 * SECOND, true),
                        new ReadyRow(JobId.of("high"), 3, 4 * SECOND, false),
                        new ReadyRow(JobId.of("low"), -1, 1 * SECOND, false));
        assertThat(lists().ready("q").find("low")).isEqualTo(new ReadyRow(JobId.of("low"), -1, SECOND, false));
        assertThat(lists().scheduled("q").find("low")).isNull();
        assertThat(lists().ready("other").find("low")).isNull();
        assertThat(all(lists().ready("other"))).isEmpty();
    }

    @Test
    void a_job_moves_from_list_to_list() {
        put("a", 0, 1, List.of());
        apply(QlessCommands.startingAt(put("b", 2, null, List.of()), 12 * SECOND));
        apply(put("c", 3, null, List.of(JobId.of("b"))));
        assertThat(all(lists().scheduled("q"))).containsExactly(row("b", 12));
        assertThat(all(lists().depending("q"))).containsExactly(row("c", 3));
        pop(4);
        assertThat(all(lists().leased("q"))).containsExactly(row("a", 64));
        assertThat(all(lists().jobsOfWorker("w"))).containsExactly(row("a", 64));
        assertThat(lists().jobsOfWorker("w").find("a")).isEqualTo(row("a", 64));
        assertThat(lists().jobsOfWorker("w").find("b")).isNull();
        apply(QlessCommands.complete(caller(5), JobId.of("a"), "w", DATA));
        assertThat(all(lists().leased("q"))).isEmpty();
        assertThat(all(lists().jobsOfWorker("w"))).isEmpty();
        assertThat(all(lists().completed())).containsExactly(row("a", 5));
        assertThat(lists().completed().find("b")).isNull();
    }

    @Test
    void queues_workers_tags_and_tracked_jobs_are_listed() {
        put("a", 0, 1, List.of());
        put("b", 0, 2, List.of("x", "y"));
        put("c", 0, 3, List.of("y"));
        pop(4);
        apply(new Track(caller(5), JobId.of("a"), true, false, List.of()));
        assertThat(all(lists().queues())).containsExactly(new NameRow("q", SECOND));
        assertThat(lists().queues().find("r")).isNull();
        assertThat(all(lists().workers())).containsExactly(new NameRow("w", 4 * SECOND));
        assertThat(all(lists().tags())).containsExactly(new TagRow("y", 2), new TagRow("x", 1));
        assertThat(lists().tags().find("x")).isEqualTo(new TagRow("x", 1));
        assertThat(all(lists().tagged("y"))).containsExactly(row("b", 2), row("c", 3));
        assertThat(lists().tagged("y").find("c")).isEqualTo(row("c", 3));
        assertThat(lists().tagged("x").find("c")).isNull();
        assertThat(all(lists().tagged("z"))).isEmpty();
        assertThat(all(lists().tracked())).containsExactly(row("a", 5));
        assertThat(lists().tracked().find("b")).isNull();
    }

    @Test
    void recurring_jobs_are_listed_in_their_queue() {
        JobId id = JobId.of("again");
        RecurringJob job = new RecurringJob(id, "q", "k", DATA, 0, List.of(), 0, 0, 0, SECOND, 7 * SECOND);
        apply(new Recur(caller(1), job));
        assertThat(all(lists().recurring("q"))).containsExactly(row("again", 7));
        assertThat(lists().recurring("q").find("again")).isEqualTo(row("again", 7));
        assertThat(lists().recurring("r").find("again")).isNull();
    }

    private static JobRow row(String id, int seconds) {
        return new JobRow(JobId.of(id), seconds * SECOND);
    }

    private static <R> List<R> all(NamedRows<R> rows) {
        return rows.ranked().page(0, rows.ranked().size());
    }

    private void put(String id, long priority, int seconds, List<String> tags) {
        apply(QlessCommands.withPriority(put(id, seconds, tags, List.of()), priority));
    }

    private static Add put(String id, int seconds, @Nullable List<String> tags, List<JobId> depends) {
        return QlessCommands.put(caller(seconds), JobId.of(id), "q", "k", DATA, tags, depends);
    }

    private void pop(int seconds) {
        apply(QlessCommands.pop(caller(seconds), "q", "w", 1));
    }

    private static CallerClock caller(int seconds) {
        return new CallerClock(seconds * SECOND, QlessDialect.CURRENT);
    }

    private void apply(Command<?> command) {
        assertThat(engine.apply(new Entry<>(SECOND, 0, command), Effects.NONE).rejection())
                .isNull();
    }
}
