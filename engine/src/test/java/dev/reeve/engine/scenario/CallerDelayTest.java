package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** A delay by a caller's clock ends when somebody with a late enough clock polls the queue. */
class CallerDelayTest {
    @Test
    void a_delayed_job_is_due_at_its_time_and_not_before() {
        play("""
                put a q now=0s delay=10s -> 1 | put a q
                pop q now=9s by=w        -> nothing
                pop q now=10s by=w       -> a:1
                history a                -> +0s put q, +10s popped by=w
                """);
    }

    @Test
    void a_poll_makes_it_ready_at_the_time_of_the_poll() {
        play("""
                put a q now=0s delay=10s -> 1 | put a q
                put b q now=15s          -> 2 | put b q, ready q
                peek q now=20s count=5   -> b a | ready q
                job a                    -> READY attempts=0 fails=0
                ready q                  -> b a
                """);
    }

    @Test
    void only_as_many_become_ready_as_are_asked_for() {
        play("""
                put a q now=0s delay=10s -> 1 | put a q
                put b q now=0s delay=11s -> 2 | put b q
                pop q now=20s by=w       -> a:1
                job b                    -> SCHEDULED attempts=0 fails=0 due=+11s
                counts q now=20s         -> waiting=1 running=1
                """);
    }

    @Test
    void no_poll_remembers_an_earlier_one() {
        play("""
                put a q now=0s delay=10s -> 1 | put a q
                pop q now=50s by=w       -> a:1
                put b q now=0s delay=10s -> 2 | put b q
                pop q now=9s by=w        -> nothing
                """);
    }

    @Test
    void a_job_that_became_ready_stays_ready_for_an_earlier_clock() {
        play("""
                put a q now=0s delay=10s -> 1 | put a q
                peek q now=10s           -> a | ready q
                pop q now=0s by=w        -> a:1
                """);
    }

    @Test
    void peek_takes_no_job_and_shows_lapsed_ones_first() {
        play("""
                put a q now=0s         -> 1 | put a q, ready q
                pop q now=0s by=w      -> a:1
                put b q now=1s         -> 2 | put b q, ready q
                peek q now=59s count=5 -> b
                peek q now=60s count=5 -> a b
                job a                  -> LEASED attempts=1 fails=0 until=+60s
                peek missing now=0s    -> nothing
                """);
    }

    @Test
    void peek_shows_the_jobs_of_a_paused_queue() {
        play("""
                put a q now=0s delay=1s -> 1 | put a q
                pause q                 -> done
                peek q now=1s           -> a
                pop q now=1s by=w       -> nothing
                """);
    }
}
