package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Retries with delays, and those that only lapses spend. */
class RetryTest {
    @Test
    void each_retry_waits_its_delay_and_the_last_delay_repeats() {
        play("""
                add a q rule=retries retries=3 delays=1s,5s   -> 1 | ready q
                lease q        -> a:1
                fail a         -> done
                job a          -> RETRYING attempts=1 fails=1 due=+1s
                queue q        -> ready=0 scheduled=1 leased=0
                scheduled q    -> a
                lease q        -> nothing
                +1s            -> | ready q
                job a          -> READY attempts=1 fails=1 retries=1
                lease q        -> a:2
                fail a         -> done
                job a          -> RETRYING attempts=2 fails=2 retries=1 due=+6s
                +5s            -> | ready q
                lease q        -> a:3
                fail a         -> done
                job a          -> RETRYING attempts=3 fails=3 retries=2 due=+11s
                +5s            -> | ready q
                lease q        -> a:4
                fail a why     -> done | a FAILED why
                job a          -> FAILED attempts=4 fails=4 retries=3 result=why
                """);
    }

    @Test
    void lapses_and_failures_spend_the_same_retries() {
        play("""
                add a q rule=retries retries=2 delays=1s   -> 1 | ready q
                lease q        -> a:1
                +10s           ->
                job a          -> RETRYING attempts=1 fails=0 timedout due=+11s
                +1s            -> | ready q
                job a          -> READY attempts=1 fails=0 retries=1 timedout
                lease q        -> a:2
                job a          -> LEASED attempts=2 fails=0 retries=1 until=+21s
                fail a         -> done
                job a          -> RETRYING attempts=2 fails=1 retries=1 due=+12s
                +1s            -> | ready q
                lease q        -> a:3
                +10s           -> | a TIMED_OUT (empty)
                job a          -> TIMED_OUT attempts=3 fails=1 retries=2 timedout result=
                """);
    }

    @Test
    void without_retries_the_end_says_why() {
        play("""
                add a q rule=retries   -> 1 | ready q
                add b q rule=retries   -> 2 | ready q
                lease q count=2        -> a:1 b:2
                fail a why             -> done | a FAILED why
                +10s                   -> | b TIMED_OUT (empty)
                """);
    }

    @Test
    void a_retry_without_delay_is_ready_at_once() {
        play("""
                add a q rule=retries retries=1   -> 1 | ready q
                lease q                          -> a:1
                +10s                             -> | ready q
                job a                            -> READY attempts=1 fails=0 retries=1 timedout
                """);
    }

    @Test
    void a_delay_for_ever_never_ends() {
        play("""
                add a q rule=retries retries=1 delays=forever ttl=2h   -> 1 | ready q
                fail a      -> done
                job a       -> RETRYING attempts=0 fails=1 due=never
                next        -> +7200s
                +2h         -> | a EXPIRED
                """);
    }

    @Test
    void attempts_and_fails_do_not_limit_retries() {
        play("""
                add a q rule=retries retries=5 attempts=1 fails=1   -> 1 | ready q
                lease q   -> a:1
                fail a    -> done | ready q
                lease q   -> a:2
                +10s      -> | ready q
                """);
    }

    @Test
    void only_lapses_spend_retries_where_the_rule_says_so() {
        play("""
                add a q rule=lapses retries=1   -> 1 | ready q
                add b q                         -> 2 | ready q
                lease q                         -> a:1
                +10s                            -> | ready q
                ready q                         -> a b
                job a                           -> READY attempts=1 fails=0 retries=1 timedout
                lease q                         -> a:2
                +10s                            -> | a FAILED (empty)
                job a                           -> FAILED attempts=2 fails=0 retries=1 timedout result=
                """);
    }

    @Test
    void a_reported_failure_is_final_where_only_lapses_are_retried() {
        play("""
                add a q rule=lapses retries=5 fails=5   -> 1 | ready q
                lease q                                 -> a:1
                fail a why                              -> done | a FAILED why
                """);
    }

    @Test
    void what_a_try_has_come_to_is_told_until_the_next_one_starts() {
        play("""
                configure q rule=retries retries=2 delays=0s,5s   -> true
                create a q       -> 1 | ready q
                lease q          -> a:1
                output a one     -> done
                fail a           -> done | ready q
                job a            -> READY attempts=1 fails=1 retries=1
                lease q          -> a:2
                output a two     -> done
                fail a           -> done
                job a            -> RETRYING attempts=2 fails=2 retries=1 due=+5s result=two
                +5s              -> | ready q
                job a            -> READY attempts=2 fails=2 retries=2
                """);
    }

    @Test
    void a_retry_is_spent_when_the_job_is_queued_again_and_not_by_hand() {
        play("""
                configure q rule=retries retries=1 delays=5s   -> true
                create a q       -> 1 | ready q
                lease q          -> a:1
                status a failed  -> done
                job a            -> RETRYING attempts=1 fails=1 due=+5s
                totals           -> created=1 failed=1
                status a queued  -> done | ready q
                job a            -> READY attempts=1 fails=1
                totals           -> created=1 retried=1 failed=1
                lease q          -> a:2
                status a failed  -> done
                +5s              -> | ready q
                job a            -> READY attempts=2 fails=2 retries=1
                totals           -> created=1 retried=2 failed=2
                lease q          -> a:3
                status a failed  -> done | a FAILED (empty)
                job a            -> FAILED attempts=3 fails=3 retries=1 result=
                totals           -> created=1 retried=2 failed=3
                """);
    }

    @Test
    void a_failure_reported_while_the_job_waits_spends_the_retry_that_it_waited_for() {
        play("""
                add a q rule=retries retries=2 delays=1s,5s   -> 1 | ready q
                fail a         -> done
                job a          -> RETRYING attempts=0 fails=1 due=+1s
                fail a         -> done
                job a          -> RETRYING attempts=0 fails=2 retries=1 due=+5s
                fail a why     -> done | a FAILED why
                """);
    }

    @Test
    void a_scheduled_job_that_is_reported_as_failed_spends_a_retry_at_once() {
        play("""
                add a q at=9s rule=retries retries=1 delays=5s   -> 1
                fail a         -> done
                job a          -> SCHEDULED attempts=0 fails=1 retries=1 due=+9s
                fail a why     -> done | a FAILED why
                """);
    }

    @Test
    void a_job_that_is_back_in_its_place_has_nothing_of_its_last_try() {
        play("""
                add a q attempts=5 fails=5   -> 1 | ready q
                lease q                      -> a:1
                output a half                -> done
                +10s                         -> | ready q
                job a                        -> READY attempts=1 fails=0 timedout
                lease q                      -> a:2
                output a half                -> done
                status a failed why          -> done | ready q
                job a                        -> READY attempts=2 fails=1
                lease q                      -> a:3
                status a completed           -> done | a COMPLETED (empty)
                """);
    }
}
