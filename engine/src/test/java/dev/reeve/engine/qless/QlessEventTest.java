package dev.reeve.engine.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.QlessEvent.JobAdvanced;
import dev.reeve.engine.qless.QlessEvent.JobCanceled;
import dev.reeve.engine.qless.QlessEvent.JobCompleted;
import dev.reeve.engine.qless.QlessEvent.JobFailed;
import dev.reeve.engine.qless.QlessEvent.JobPut;
import dev.reeve.engine.qless.QlessEvent.LeaseLost;
import dev.reeve.engine.qless.QlessEvent.OptionSet;
import dev.reeve.engine.qless.QlessEvent.OptionUnset;
import dev.reeve.engine.qless.QlessEvent.TrackedJobEvent;
import dev.reeve.engine.qless.command.Configure;
import dev.reeve.engine.qless.command.Track;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which events the engine tells of, and in which order. */
class QlessEventTest {
    private static final JobId ID = JobId.of("a");
    private static final byte[] DATA = {'1'};

    private final Engine engine = new Engine();
    private final List<QlessEvent> told = new ArrayList<>();
    private QlessDialect dialect = QlessDialect.CURRENT;
    private boolean wanted = true;

    private final Effects effects = new Effects() {
        @Override
        public void becameReady(String queue) {}

        @Override
        public void ended(long number, JobId id, EndReason how, byte @Nullable [] result, @Nullable JobError error) {}

        @Override
        public boolean wantsQlessEvents() {
            return wanted;
        }

        @Override
        public void qlessEvent(QlessEvent event) {
            told.add(event);
        }
    };

    @Test
    void a_job_is_put_and_completed() {
        put();
        pop(1);
        advance(null);
        assertThat(told).containsExactly(new JobPut(ID, "q"), new JobCompleted(ID, "q"));
    }

    @Test
    void a_job_goes_on_to_the_next_queue() {
        put();
        pop(1);
        told.clear();
        advance("r");
        assertThat(told).containsExactly(new JobAdvanced(ID, "q", "r"));
    }

    @Test
    void a_job_fails() {
        put();
        pop(1);
        told.clear();
        apply(QlessCommands.fail(caller(2), ID, "w", "group", "message"));
        assertThat(told)
                .containsExactly(new JobFailed(
                        ID, new Failure("group", "message", "q", caller(2).nowMicros(), "w", 2), "w"));
    }

    @Test
    void a_worker_loses_its_lease() {
        put();
        pop(1);
        told.clear();
        apply(QlessCommands.timeout(caller(2), ID));
        assertThat(told).containsExactly(new LeaseLost(ID, "w"));
    }

    @Test
    void a_job_is_canceled_with_a_worker_or_without_and_one_that_is_not_there() {
        put();
        pop(1);
        told.clear();
        cancel();
        put();
        cancel();
        cancel();
        assertThat(told)
                .containsExactly(
                        new JobCanceled(ID, "q", "w"),
                        new JobPut(ID, "q"),
                        new JobCanceled(ID, "q", ""),
                        new JobCanceled(ID, null, null));
    }

    @Test
    void an_option_is_set_and_unset() {
        apply(new Configure("heartbeat", "20"));
        apply(new Configure("heartbeat", null));
        assertThat(told).containsExactly(new OptionSet("heartbeat", "20"), new OptionUnset("heartbeat"));
    }

    @Test
    void of_a_tracked_job_all_is_told_with_the_callers_dialect() {
        put();
        told.clear();
        track(true);
        pop(1);
        dialect = QlessDialect.EARLY;
        pop(100);
        apply(QlessCommands.fail(caller(101), ID, "w", "group", "message"));
        put();
        pop(102);
        advance(null);
        put();
        cancel();
        track(false);
        put();
        List<TrackedJobEvent> tracked = told.stream()
                .filter(TrackedJobEvent.class::isInstance)
                .map(TrackedJobEvent.class::cast)
                .toList();
        assertThat(tracked)
                .extracting(TrackedJobEvent::type)
                .containsExactly(
                        TrackedEventType.TRACKED,
                        TrackedEventType.POPPED,
                        TrackedEventType.STALLED,
                        TrackedEventType.POPPED,
                        TrackedEventType.FAILED,
                        TrackedEventType.PUT,
                        TrackedEventType.POPPED,
                        TrackedEventType.COMPLETED,
                        TrackedEventType.PUT,
                        TrackedEventType.CANCELED,
                        TrackedEventType.UNTRACKED);
        assertThat(tracked.get(1)).isEqualTo(new TrackedJobEvent(TrackedEventType.POPPED, ID, QlessDialect.CURRENT));
        assertThat(tracked.get(2)).isEqualTo(new TrackedJobEvent(TrackedEventType.STALLED, ID, QlessDialect.EARLY));
    }

    @Test
    void nothing_is_told_that_nobody_wants_to_hear() {
        wanted = false;
        put();
        track(true);
        pop(1);
        apply(new Configure("heartbeat", "20"));
        cancel();
        assertThat(told).isEmpty();
    }

    private void put() {
        apply(QlessCommands.put(caller(0), ID, "q", "k", DATA));
    }

    private void pop(int seconds) {
        apply(QlessCommands.pop(caller(seconds), "q", "w", 1));
    }

    private void advance(@Nullable String next) {
        apply(
                next == null
                        ? QlessCommands.complete(caller(103), ID, "w", DATA)
                        : QlessCommands.completeAndMove(caller(103), ID, "w", DATA, next));
    }

    private void cancel() {
        apply(QlessCommands.cancel(caller(104), List.of(ID)));
    }

    private void track(boolean on) {
        apply(new Track(caller(1), ID, on, false, List.of()));
    }

    private CallerClock caller(int seconds) {
        return new CallerClock((1000 + seconds) * 1_000_000L, dialect);
    }

    private void apply(Command<?> command) {
        engine.apply(new Entry<>(1_000_000, 0, command), effects);
    }
}
