package dev.reeve.door.ocypod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.node.ManualClock;
import dev.reeve.node.ManualJournal;
import dev.reeve.node.ManualLoop;
import dev.reeve.node.Node;
import dev.reeve.node.NodeSettings;
import dev.reeve.node.RecordedAnswer;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses about very many jobs or queues are collected in steps, between which the loop runs other tasks. */
class LongReadsTest {
    private static final long SECOND = 1_000_000;
    private static final long START = 1_700_000_000 * SECOND;
    private static final Terms TERMS =
            new Terms(10 * SECOND, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
    private static final int JOBS = 20_000;

    private final ManualClock clock = new ManualClock(START);
    private final ManualLoop loop = new ManualLoop(clock);
    private final Engine engine = new Engine();
    private ManualJournal journal = new ManualJournal(false);
    private Node node = node();
    private int jobs;

    private Node node() {
        return new Node(loop, clock, journal, engine, new NodeSettings(1L << 30, 1L << 30, () -> 7), (why, cause) -> {
            throw new AssertionError(why, cause);
        });
    }

    /** Creates a node with jobs numbered from 1, every fourth in another queue. */
    private void fill(boolean appliesAtCommit) {
        for (int number = 1; number <= JOBS; number++) {
            engine.apply(new Entry<>(START, 1, job(number % 4 == 0 ? "other" : "q")), Effects.NONE);
        }
        journal = new ManualJournal(appliesAtCommit);
        node = node();
    }

    private Add job(String queue) {
        return new Add(JobId.ofUuid(1, ++jobs), queue, new byte[0], 0, Add.NOW, TERMS);
    }

    /** Submits a command as a client would, and returns after the reply. */
    private <R> void doMeanwhile(Command<R> command) {
        RecordedAnswer<R> answer = new RecordedAnswer<>();
        node.submit(command, answer);
        settle();
        assertThat(answer.isThere()).isTrue();
    }

    private void settle() {
        loop.oneTurn();
        while (journal.sync(Integer.MAX_VALUE)) {
            node.journalAdvanced();
            loop.oneTurn();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void commands_are_answered_between_the_steps_and_every_job_is_there_once(boolean appliesAtCommit) {
        fill(appliesAtCommit);
        RecordedAnswer<Map<Status, long[]>> answer = new RecordedAnswer<>();
        node.askInSteps(new JobNumbers("q"), answer);
        settle();
        assertThat(answer.isThere()).isFalse();
        doMeanwhile(new Delete(JobRef.of(1)));
        doMeanwhile(new Delete(JobRef.of(JOBS - 1)));
        doMeanwhile(new Complete(JobRef.of(2), Claim.NONE, new byte[0]));
        doMeanwhile(new Complete(JobRef.of(JOBS - 2), Claim.NONE, new byte[0]));
        int steps = 1;
        while (!answer.isThere()) {
            doMeanwhile(job("busy"));
            loop.poll();
            settle();
            steps++;
        }
        assertThat(steps).isEqualTo(1 + JOBS / JobNumbers.JOBS_A_STEP);
        Map<Status, long[]> found = answer.value();
        assertThat(found.get(Status.QUEUED))
                .containsExactly(LongStream.rangeClosed(1, JOBS - 3)
                        .filter(number -> number % 4 != 0)
                        .toArray());
        assertThat(found.get(Status.COMPLETED)).containsExactly(JOBS - 2);
        assertThat(found.get(Status.RUNNING)).isEmpty();
    }

    @Test
    void the_answer_waits_for_the_disk() {
        fill(false);
        RecordedAnswer<Map<Status, long[]>> answer = new RecordedAnswer<>();
        node.askInSteps(new JobNumbers("q"), answer);
        node.submit(new Delete(JobRef.of(JOBS - 1)), new RecordedAnswer<>());
        for (int i = 0; i < 10; i++) {
            loop.oneTurn();
            loop.poll();
        }
        assertThat(answer.isThere()).isFalse();
        settle();
        assertThat(answer.value().get(Status.QUEUED)).doesNotContain(JOBS - 1).hasSize(JOBS * 3 / 4 - 1);
    }

    @Test
    void all_queues_are_looked_at_in_steps_too() {
        int queues = 3 * AllQueues.QUEUES_A_STEP;
        for (int i = 0; i < queues; i++) {
            engine.apply(new Entry<>(START, 1, job("q%05d".formatted(i))), Effects.NONE);
        }
        node = node();
        RecordedAnswer<AllQueues.Found> answer = new RecordedAnswer<>();
        node.askInSteps(new AllQueues(), answer);
        int steps = 0;
        while (!answer.isThere()) {
            doMeanwhile(job("a-new-one"));
            loop.poll();
            settle();
            steps++;
        }
        assertThat(steps).isEqualTo(3);
        AllQueues.Found found = answer.value();
        assertThat(found.queues())
                .extracting(QueueView::name)
                .containsExactly(
                        IntStream.range(0, queues).mapToObj("q%05d"::formatted).toArray(String[]::new));
        assertThat(found.queues()).extracting(QueueView::ready).containsOnly(1);
    }
}
