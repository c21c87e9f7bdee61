package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.Entry;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.command.PurgeQueue;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.QueueView;
import java.util.List;
import org.junit.jupiter.api.Test;

class PurgeTest {
    private Engine engine = new Engine();

    private void apply(Command<?> command) {
        assertThat(engine.apply(new Entry<>(1, 1, command), Effects.NONE).rejection())
                .isNull();
    }

    private void add(String queue, int from, int to, long priority) {
        for (int i = from; i < to; i++) {
            apply(new Add(JobId.ofUuid(3, i), queue, new byte[0], priority, Add.NOW, TermsBuilder.plain()));
        }
    }

    private QueueView queue(String name) {
        QueueView queue = engine.queue(name);
        assertThat(queue).isNotNull();
        return queue;
    }

    /** Restarts from a snapshot. */
    private void restart() {
        String hash = StateHash.of(engine);
        engine = StateHash.restore(StateHash.snapshot(engine));
        assertThat(StateHash.of(engine)).isEqualTo(hash);
        EngineInvariants.check(engine);
    }

    @Test
    void the_jobs_of_the_states_are_removed_and_the_queue_stays() {
        play("""
                purge q ready               -> QUEUE_NOT_FOUND
                configure q rule=retries retries=1 delays=5s  -> true
                create a q                  -> 1 | ready q
                create b q                  -> 2 | ready q
                create c q                  -> 3 | ready q
                add d q at=50s              -> 4
                add e r                     -> 5 | ready r
                lease q count=2             -> a:1 b:2
                fail a                      -> done
                purge q ready,retrying      -> done | c DELETED, a DELETED
                list                        -> b d e of 3
                purge q leased,scheduled    -> done | d DELETED, b DELETED
                numbers q                   -> since=never
                create f q                  -> 6 | ready q
                ready q                     -> f
                """);
    }

    @Test
    void many_jobs_are_removed_by_later_entries_but_none_that_came_later() {
        add("q", 0, 2_500, 0);
        add("other", 2_500, 3_000, 0);
        apply(new PurgeQueue("q", List.of(State.READY)));
        assertThat(queue("q").ready()).isEqualTo(1_500);
        assertThat(engine.nextDeadlineMicros()).isEqualTo(engine.atMicros());
        add("q", 3_000, 3_001, 9);
        restart();
        int entries = 0;
        while (engine.nextDeadlineMicros() <= engine.atMicros()) {
            apply(new Tick());
            EngineInvariants.check(engine);
            assertThat(++entries).isLessThan(2_500 / Engine.DEADLINES_PER_ENTRY + 10);
        }
        assertThat(queue("q").ready()).isEqualTo(1);
        assertThat(queue("other").ready()).isEqualTo(500);
    }

    @Test
    void a_job_that_is_leased_before_its_turn_stays() {
        add("q", 0, 2_500, 0);
        apply(new PurgeQueue("q", List.of(State.READY)));
        apply(new Acquire(List.of("q"), null, 1, 0));
        while (engine.nextDeadlineMicros() <= engine.atMicros()) {
            apply(new Tick());
        }
        assertThat(engine.jobCount()).isEqualTo(1);
        assertThat(queue("q").leased()).isEqualTo(1);
    }

    @Test
    void a_purge_of_a_queue_that_is_deleted_ends_with_it() {
        add("q", 0, 2_500, 0);
        apply(new PurgeQueue("q", List.of(State.READY, State.FAILED)));
        apply(new DeleteQueue("q"));
        while (engine.nextDeadlineMicros() <= engine.atMicros()) {
            apply(new Tick());
            restart();
        }
        assertThat(engine.jobCount()).isZero();
    }
}
