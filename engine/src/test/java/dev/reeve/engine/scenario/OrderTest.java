package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Which job is leased next. */
class OrderTest {
    @Test
    void equal_jobs_come_in_the_order_of_arrival() {
        play("""
                add a q   -> 1 | ready q
                add b q   -> 2 | ready q
                add c q   -> 3 | ready q
                ready q   -> a b c
                lease q   -> a:1
                lease q   -> b:2
                lease q   -> c:3
                lease q   -> nothing
                """);
    }

    @Test
    void a_higher_priority_comes_first() {
        play("""
                add low q prio=-5               -> 1 | ready q
                add none q                      -> 2 | ready q
                add high q prio=7               -> 3 | ready q
                add most q prio=9223372036854775807   -> 4 | ready q
                add least q prio=-9223372036854775808 -> 5 | ready q
                ready q                         -> most high none low least
                lease q count=2                 -> most:1 high:2
                """);
    }

    @Test
    void a_scheduled_job_takes_the_place_of_its_time() {
        play("""
                add later q at=20s   -> 1
                add soon q at=10s    -> 2
                ~5s                  ->
                add early q          -> 3 | ready q
                +5s                  -> | ready q
                ~5s                  ->
                add between q        -> 4 | ready q
                +5s                  -> | ready q
                ready q              -> early soon between later
                """);
    }

    @Test
    void a_time_that_has_passed_gives_an_earlier_place() {
        play("""
                ~10s               ->
                add a q            -> 1 | ready q
                add b q at=5s      -> 2 | ready q
                ready q            -> b a
                """);
    }

    @Test
    void a_lapsed_job_keeps_its_place() {
        play("""
                add a q ttr=5s   -> 1 | ready q
                ~1s              ->
                add b q          -> 2 | ready q
                lease q          -> a:1
                add c q          -> 3 | ready q
                +5s              -> | ready q
                ready q          -> a b c
                """);
    }

    @Test
    void a_released_job_keeps_its_place() {
        play("""
                add a q             -> 1 | ready q
                ~1s                 ->
                add b q             -> 2 | ready q
                lease q             -> a:1
                release a token=1   -> done | ready q
                lease q             -> a:2
                """);
    }

    @Test
    void a_failed_job_with_fails_left_keeps_its_place() {
        play("""
                add a q fails=2     -> 1 | ready q
                ~1s                 ->
                add b q             -> 2 | ready q
                lease q             -> a:1
                fail a              -> done | ready q
                ready q             -> a b
                """);
    }

    @Test
    void a_retried_job_goes_to_the_back() {
        play("""
                add a q rule=retries retries=1   -> 1 | ready q
                ~1s                              ->
                add b q                          -> 2 | ready q
                lease q                          -> a:1
                ~1s                              ->
                fail a                           -> done | ready q
                ready q                          -> b a
                """);
    }

    @Test
    void scheduled_jobs_are_listed_by_their_time() {
        play("""
                add c q at=30s    -> 1
                add a q at=10s    -> 2
                add b q at=20s    -> 3
                add b2 q at=20s   -> 4
                scheduled q       -> a b b2 c
                queue q           -> ready=0 scheduled=4 leased=0
                next              -> +10s
                """);
    }
}
