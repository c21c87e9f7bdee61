package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** How long leases last, and what follows when they end. */
class LeaseTest {
    @Test
    void the_calls_time_comes_before_the_jobs_and_the_jobs_before_the_default() {
        play("""
                add a q ttr=5s       -> 1 | ready q
                add b q ttr=5s       -> 2 | ready q
                add c q ttr=0s       -> 3 | ready q
                add d q ttr=forever  -> 4 | ready q
                lease q for=7s       -> a:1
                lease q              -> b:2
                lease q              -> c:3
                lease q              -> d:4
                job a                -> LEASED attempts=1 fails=0 until=+7s
                job b                -> LEASED attempts=1 fails=0 until=+5s
                job c                -> LEASED attempts=1 fails=0 until=+60s
                job d                -> LEASED attempts=1 fails=0 until=never
                """);
    }

    @Test
    void a_lease_lapses_at_its_end_and_not_before() {
        play("""
                add a q          -> 1 | ready q
                lease q          -> a:1
                ~9999999us       ->
                tick             ->
                +1us             -> | ready q
                job a            -> READY attempts=1 fails=0 timedout
                """);
    }

    @Test
    void the_lapse_comes_before_the_command_of_its_moment() {
        play("""
                add a q           -> 1 | ready q
                lease q           -> a:1
                ~10s              ->
                lease q           -> a:2 | ready q
                """);
    }

    @Test
    void attempts_count_leases() {
        play("""
                add a q attempts=3   -> 1 | ready q
                lease q              -> a:1
                +10s                 -> | ready q
                lease q              -> a:2
                +10s                 -> | ready q
                lease q              -> a:3
                +10s                 -> | a TIMED_OUT (empty)
                job a                -> TIMED_OUT attempts=3 fails=0 timedout result=
                lease q              -> nothing
                """);
    }

    @Test
    void an_undelivered_job_has_its_attempt_back() {
        play("""
                add a q attempts=1              -> 1 | ready q
                lease q                         -> a:1
                release a token=1 undelivered   -> done | ready q
                job a                           -> READY attempts=0 fails=0
                lease q                         -> a:2
                +10s                            -> | a TIMED_OUT (empty)
                """);
    }

    @Test
    void a_released_job_keeps_its_attempt() {
        play("""
                add a q             -> 1 | ready q
                lease q             -> a:1
                release a token=1   -> done | ready q
                job a               -> READY attempts=1 fails=0
                next                -> never
                """);
    }

    @Test
    void renewing_lasts_as_long_as_it_says() {
        play("""
                add a q             -> 1 | ready q
                lease q             -> a:1
                ~6s                 ->
                renew a token=1     -> until +10s
                ~2s                 ->
                renew a for=4s      -> until +12s
                +3999ms             ->
                +1ms                -> | ready q
                renew a token=1     -> STALE_LEASE
                renew a             -> NOT_LEASED
                renew b             -> JOB_NOT_FOUND
                """);
    }

    @Test
    void a_lease_without_signs_of_life_ends_early() {
        play("""
                add a q ttr=60s heartbeat=5s   -> 1 | ready q
                lease q                        -> a:1
                job a                          -> LEASED attempts=1 fails=0 until=+5s
                ~4s                            ->
                renew a                        -> until +9s
                +5s                            -> | ready q
                """);
    }

    @Test
    void signs_of_life_do_not_make_a_lease_longer_than_it_may_be() {
        play("""
                add a q ttr=12s heartbeat=5s   -> 1 | ready q
                lease q                        -> a:1
                ~4s                            ->
                renew a                        -> until +9s
                ~4s                            ->
                renew a                        -> until +12s
                ~3s                            ->
                renew a                        -> until +12s
                +1s                            -> | ready q
                """);
    }

    @Test
    void a_lease_for_ever_still_needs_its_signs_of_life() {
        play("""
                add a q ttr=forever heartbeat=5s   -> 1 | ready q
                lease q                            -> a:1
                ~4s                                ->
                renew a                            -> until +9s
                +5s                                -> | ready q
                """);
    }

    @Test
    void a_call_that_says_how_long_asks_for_no_signs_of_life() {
        play("""
                add a q ttr=60s heartbeat=5s   -> 1 | ready q
                lease q for=20s                -> a:1
                job a                          -> LEASED attempts=1 fails=0 until=+20s
                ~1s                            ->
                renew a for=30s                -> until +31s
                """);
    }

    @Test
    void several_jobs_at_once() {
        play("""
                add a q           -> 1 | ready q
                add b q           -> 2 | ready q
                lease q count=0   -> nothing
                lease q count=5   -> a:1 b:2
                queue q           -> ready=0 scheduled=0 leased=2
                """);
    }
}
