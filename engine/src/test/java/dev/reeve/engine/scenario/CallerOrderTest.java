package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** The order in which jobs on a caller's clock are leased. */
class CallerOrderTest {
    @Test
    void higher_priority_first_then_earlier_due_time() {
        play("""
                put a q now=2s            -> 1 | put a q, ready q
                put b q now=1s            -> 2 | put b q, ready q
                put c q now=3s prio=1     -> 3 | put c q, ready q
                put d q now=4s prio=-1    -> 4 | put d q, ready q
                ready q                   -> c b a d
                pop q now=5s by=w count=4 -> c:1 b:2 a:3 d:4
                """);
    }

    @Test
    void at_the_same_time_the_larger_id_first() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                put c q now=0s            -> 2 | put c q, ready q
                put b q now=0s            -> 3 | put b q, ready q
                ready q                   -> c b a
                pop q now=0s by=w count=3 -> c:1 b:2 a:3
                """);
    }

    @Test
    void a_new_priority_puts_a_ready_job_ahead_of_its_equals() {
        play("""
                put a q now=0s        -> 1 | put a q, ready q
                put b q now=1s        -> 2 | put b q, ready q
                put c q now=2s prio=1 -> 3 | put c q, ready q
                priority b 0          -> done
                ready q               -> c b a
                priority a 1          -> done
                ready q               -> a c b
                priority missing 1    -> JOB_NOT_FOUND
                """);
    }

    @Test
    void a_new_priority_leaves_the_due_time_of_a_job_that_is_not_ready() {
        play("""
                put a q now=0s delay=10s -> 1 | put a q
                put b q now=0s           -> 2 | put b q, ready q
                pop q now=0s by=w        -> b:1
                priority a 5             -> done
                priority b 5             -> done
                job a                    -> SCHEDULED attempts=0 fails=0 due=+10s
                about b                  -> q klass=k prio=5 retries=5 data={}
                job b                    -> LEASED attempts=1 fails=0 until=+60s
                """);
    }

    @Test
    void a_retry_goes_by_its_own_time() {
        play("""
                put a q now=0s        -> 1 | put a q, ready q
                put b q now=1s        -> 2 | put b q, ready q
                pop q now=2s by=w     -> a:1
                retry a q now=3s by=w -> 4 | ready q
                ready q               -> b a
                """);
    }

    @Test
    void stalled_jobs_go_first_the_larger_id_first() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                put b q now=0s            -> 2 | put b q, ready q
                put c q now=0s prio=9     -> 3 | put c q, ready q
                pop q now=1s by=w count=3 -> c:1 b:2 a:3
                timeout a,b now=2s        -> done | ready q, lost a by=w, ready q, lost b by=w
                put d q now=2s prio=99    -> 4 | put d q, ready q
                ready q                   -> b a d
                """);
    }

    @Test
    void of_several_queues_one_is_chosen_that_has_a_job() {
        play("""
                put a q now=0s delay=5s   -> 1 | put a q
                put b r now=0s            -> 2 | put b r, ready r
                pop q,r now=1s by=w       -> b:1
                pop q,r now=4s by=w       -> nothing
                pop q,r now=5s by=w       -> a:2
                pop q,missing now=6s by=w -> nothing
                """);
    }
}
