package dev.reeve.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualJournal;
import dev.reeve.node.ManualLoop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.node.RecordedAnswer;
import dev.reeve.tally.QueueTallies;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A scan of many queues runs in steps, with other work of the event loop in between. */
class QueueScanTest {
    private static final long SECOND = 1_000_000;
    private static final long START = 1_700_000_000 * SECOND;
    private static final Terms TERMS =
            new Terms(10 * SECOND, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    private final ManualClock clock = new ManualClock(START);
    private final ManualLoop loop = new ManualLoop(clock);
    private final ManualJournal journal = new ManualJournal(false);
    private final Engine engine = new Engine();
    private final QueueTallies tallies = new QueueTallies();
    private Node node = node();
    private int jobs;
    private int answered;

    private Node node() {
        return new Node(loop, clock, journal, engine, new NodeSettings(1L << 30, 1L << 30, () -> 7), (why, cause) -> {
            throw new AssertionError(why, cause);
        });
    }

    private Add job(String queue) {
        return new Add(JobId.ofUuid(1, ++jobs), queue, new byte[0], 0, Add.NOW, TERMS);
    }

    private void fill(int queues) {
        for (int i = 0; i < queues; i++) {
            engine.apply(new Entry<>(START, 1, job("q" + i)), Effects.NONE);
        }
        node = node();
    }

    /** Adds a job and waits for the reply. */
    private void addThroughTheLoop() {
        RecordedAnswer<AddedJob> answer = new RecordedAnswer<>();
        node.submit(job("busy"), answer);
        loop.turn();
        while (journal.sync(Integer.MAX_VALUE)) {
            node.journalAdvanced();
            loop.turn();
        }
        assertThat(answer.isThere()).isTrue();
        answered++;
    }

    @Test
    void commands_are_answered_between_the_steps() {
        fill(10_000);
        QueueScan queueScan = new QueueScan(node, tallies);
        boolean[] done = new boolean[1];
        int steps = 0;
        while (!done[0]) {
            long counted = ready(queueScan);
            node.observe(view -> done[0] = queueScan.step(view));
            addThroughTheLoop();
            steps++;
            assertThat(ready(queueScan) - counted).isLessThanOrEqualTo(QueueScan.QUEUES_A_STEP + answered);
        }
        assertThat(steps).isEqualTo(1 + 10_001 / QueueScan.QUEUES_A_STEP);
        assertThat(answered).isEqualTo(steps);
        assertThat(queueScan.rows()).hasSize(1_001);
        assertThat(ready(queueScan)).isBetween(10_000L, 10_000L + answered);
    }

    private static long ready(QueueScan queueScan) {
        return queueScan.rows().values().stream()
                .mapToLong(row -> row.jobs(State.READY))
                .sum();
    }

    @Test
    void the_oldest_job_is_as_old_as_the_servers_clock_has_it() {
        fill(1);
        clock.advanceMillis(90_000);
        QueueScan queueScan = new QueueScan(node, tallies);
        assertThat(queueScan.step(engine)).isTrue();
        assertThat(Objects.requireNonNull(queueScan.rows().get("q0")).oldestMicros())
                .isEqualTo(90 * SECOND);
    }

    @Test
    void a_queue_that_is_gone_is_told_once_more_and_gives_up_its_seat() {
        fill(2);
        assertThat(new QueueScan(node, tallies).step(engine)).isTrue();
        Outcome<?> outcome = engine.apply(new Entry<>(START, 1, new DeleteQueue("q0")), Effects.NONE);
        assertThat(outcome.rejection()).isNull();
        QueueScan after = new QueueScan(node, tallies);
        after.step(engine);
        assertThat(after.rows()).containsKeys("q0", "q1");
        assertThat(tallies.labelled()).containsExactly("q1");
        QueueScan later = new QueueScan(node, tallies);
        later.step(engine);
        assertThat(later.rows()).containsOnlyKeys("q1", "other");
    }
}
