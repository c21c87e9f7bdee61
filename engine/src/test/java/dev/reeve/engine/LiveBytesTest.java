package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Clear;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Configure;
import dev.reeve.engine.qless.command.ForgetWorkers;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.engine.qless.command.Track;
import dev.reeve.engine.qless.command.Unrecur;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What clients have the server keep besides jobs and queues counts as well, by its length, and until it is gone. */
class LiveBytesTest {
    private static final long SECOND = 1_000_000;
    private static final long START = 1_700_000_000 * SECOND;
    private static final String TAG = "t".repeat(2_000);
    private static final CallerClock CALLER = new CallerClock(START, QlessDialect.CURRENT);

    private final Engine engine = new Engine();

    private void apply(Command<?> command) {
        assertThat(engine.apply(new Entry<>(START, 1, command), Effects.NONE).rejection())
                .isNull();
        EngineInvariants.check(engine);
    }

    /** How many bytes more there are after that command. */
    private long added(Command<?> command) {
        long before = engine.liveBytes();
        apply(command);
        return engine.liveBytes() - before;
    }

    private void checkCounted(int length, Command<?> more, Command<?> less) {
        long added = added(more);
        assertThat(added).isGreaterThan(length);
        assertThat(added(more)).as("once more the same").isZero();
        assertThat(added(less)).isEqualTo(-added);
        assertThat(added(less)).as("what is gone already").isZero();
    }

    @Test
    void workers() {
        String name = "w".repeat(255);
        checkCounted(255, QlessCommands.pop(CALLER, "q", name, 1), new ForgetWorkers(List.of(name)));
    }

    @Test
    void workers_up_to_a_hundred_thousand() {
        put(1);
        apply(QlessCommands.pop(CALLER, "q", "first", 1));
        for (int i = 1; i < 100_000; i++) {
            CallerClock later = new CallerClock(START + i, QlessDialect.CURRENT);
            engine.apply(new Entry<>(START, 1, QlessCommands.pop(later, "q", "w" + i, 1)), Effects.NONE);
        }
        assertThat(added(QlessCommands.pop(new CallerClock(START + SECOND, QlessDialect.CURRENT), "q", "w0", 1)))
                .as("the last instead of the first")
                .isZero();
        assertThat(engine.qless().worker("first", START, 100).jobs()).containsExactly(JobId.ofUuid(0, 1));
    }

    @Test
    void tracked_jobs_even_if_there_are_none_of_those_ids() {
        JobId id = JobId.of("j".repeat(100_000));
        checkCounted(
                100_000, new Track(CALLER, id, true, false, List.of()), new Track(CALLER, id, false, false, List.of()));
    }

    @Test
    void options() {
        checkCounted(1_000, new Configure("option", "v".repeat(1_000)), new Configure("option", null));
    }

    @Test
    void recurring_jobs() {
        JobId id = JobId.of("again");
        RecurringJob job = new RecurringJob(
                id, "q", "klass", new byte[1_000], 0, List.of(TAG), 5, 0, 0, 60 * SECOND, START + 60 * SECOND);
        apply(new Recur(CALLER, job));
        apply(new Unrecur(id));
        checkCounted(1_000 + TAG.length(), new Recur(CALLER, job), new Unrecur(id));
    }

    @Test
    void the_statistics_of_a_queue_and_a_day() {
        put(1);
        put(2);
        apply(QlessCommands.pop(CALLER, "q", "w", 0));
        long first = added(QlessCommands.pop(CALLER, "q", "w", 1));
        long second = added(QlessCommands.pop(CALLER, "q", "w", 1));
        assertThat(first - second).as("of one day, to which both belong").isGreaterThan(1_000);
    }

    private void put(int number) {
        apply(QlessCommands.put(CALLER, JobId.ofUuid(0, number), "q", "klass", new byte[2]));
    }

    @Test
    void nothing_is_left_when_all_is_cleared() {
        put(1);
        put(2);
        apply(QlessCommands.pop(CALLER, "q", "w", 1));
        apply(new Track(CALLER, JobId.ofUuid(0, 1), true, true, List.of()));
        apply(new Configure("option", "value"));
        apply(new Clear());
        assertThat(engine.liveBytes()).isZero();
    }
}
