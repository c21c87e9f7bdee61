package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class AddAllTest {
    private static final Add JOB = new Add(
            JobId.of("a"),
            "a new queue",
            new byte[10],
            0,
            Add.NOW,
            new Terms(0, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS));

    @Test
    void each_job_is_added_or_refused_by_itself() {
        play("""
                add b q                         -> 1 | ready q
                addall a q ; b q ; c r at=1h    -> 2 ; JOB_EXISTS ; 3 | ready q
                addall d q ttl=0s ; e q         -> EXPIRES_BEFORE_DUE ; 4 | ready q
                ready q                         -> b a e
                scheduled r                     -> c
                """);
    }

    @Test
    void a_repeated_command_finds_all_of_its_jobs() {
        play("""
                addall a q existing=return ; b q existing=return   -> 1 ; 2 | ready q, ready q
                addall a q existing=return ; b q existing=return   -> 1 again ; 2 again
                jobs                                               -> 2
                """);
    }

    @Test
    void an_id_that_occurs_twice_names_one_job() {
        play("""
                addall a q ; a q                                           -> 1 ; JOB_EXISTS | ready q
                addall b q existing=return ; b q existing=return           -> 2 ; 2 again | ready q
                addall ornone c q ; c q                                    -> 0 ; JOB_EXISTS
                addall ornone d q existing=return ; d q existing=return    -> 3 ; 3 again | ready q
                addall ornone e q existing=return ; e p existing=return    -> 0 ; JOB_EXISTS
                jobs                                                       -> 3
                queues                                                     -> q
                """);
    }

    @Test
    void of_all_or_none_a_refused_one_leaves_nothing_behind() {
        play("""
                add a q                                          -> 1 | ready q
                addall ornone b new ; a q ; c q at=1h            -> 0 ; JOB_EXISTS ; 0
                addall ornone a q existing=return ; b q ttl=0s   -> 0 ; EXPIRES_BEFORE_DUE
                queues                                           -> q
                jobs                                             -> 1
                totals                                           -> created=1
                addall ornone a q existing=return ; b q          -> 1 again ; 2 | ready q
                """);
    }

    @Test
    void a_new_queue_is_counted_once() {
        long one = new AddAll(Collections.nCopies(1, JOB), false).growthBytes();
        long many = new AddAll(Collections.nCopies(11, JOB), false).growthBytes();
        assertThat(one).isEqualTo(JOB.growthBytes());
        assertThat(many - one).isLessThan(10 * one).isGreaterThan(10 * 268);
    }

    @Test
    void there_is_a_limit() {
        assertThatThrownBy(() -> new AddAll(Collections.nCopies(AddAll.MAX_JOBS + 1, JOB), true))
                .hasMessage("expected up to 1000 jobs, but got 1001");
    }
}
