package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class StatusTest {
    @Test
    void a_running_job_can_end_in_every_way() {
        play("""
                configure q rule=retries  -> true
                create a q                -> 1 | ready q
                create b q                -> 2 | ready q
                create c q                -> 3 | ready q
                create d q                -> 4 | ready q
                lease q count=4           -> a:1 b:2 c:3 d:4
                status a completed ok     -> done | a COMPLETED ok
                status b failed           -> done | b FAILED (empty)
                status c timed_out        -> done | c TIMED_OUT (empty)
                status d cancelled        -> done | d CANCELLED (empty)
                statuses q                -> completed=1 failed=2 timed_out=3 cancelled=4
                totals                    -> created=4 completed=1 failed=1 timed_out=1 cancelled=1
                """);
    }

    @Test
    void changes_that_make_no_sense_are_refused_and_change_nothing() {
        play("""
                configure q                -> true
                create a q                 -> 1 | ready q
                status a completed         -> NOT_LEASED
                status a queued            -> INVALID_TRANSITION
                lease q                    -> a:1
                status a queued            -> INVALID_TRANSITION
                status a completed         -> done | a COMPLETED (empty)
                status a failed            -> NOT_LEASED
                status a queued            -> INVALID_TRANSITION
                status a cancelled out     -> INVALID_TRANSITION
                status b cancelled         -> JOB_NOT_FOUND
                """);
    }

    @Test
    void a_job_that_ended_badly_can_be_queued_again_at_the_back() {
        play("""
                configure q rule=retries  -> true
                create a q                -> 1 | ready q
                lease q                   -> a:1
                output a half             -> done
                status a failed           -> done | a FAILED half
                ~1s                       ->
                create b q                -> 2 | ready q
                ~1s                       ->
                status a queued           -> done | ready q
                ready q                   -> b a
                status a cancelled        -> done | a CANCELLED (empty)
                status a queued           -> done | ready q
                totals                    -> created=2 retried=2 failed=1 cancelled=1
                """);
    }

    @Test
    void a_failed_job_that_waits_for_its_retry_can_be_cancelled() {
        play("""
                configure q rule=retries retries=1 delays=5s  -> true
                create a q          -> 1 | ready q
                lease q             -> a:1
                status a failed     -> done
                statuses q          -> failed=1
                status a cancelled  -> done | a CANCELLED (empty)
                next                -> never
                """);
    }

    @Test
    void a_job_that_is_named_twice_is_cancelled_once() {
        play("""
                add a q          -> 1 | ready q
                cancel a,a keep  -> done | a CANCELLED (empty)
                totals           -> created=1 cancelled=1
                """);
    }

    @Test
    void output_is_for_running_jobs_and_their_current_lease() {
        play("""
                configure q                -> true
                create a q ttr=5s retries=1 -> 1 | ready q
                output a x                 -> NOT_LEASED
                lease q                    -> a:1
                output a one token=1       -> done
                output a two token=2       -> STALE_LEASE
                +5s                        -> | ready q
                lease q                    -> a:2
                output a late token=1      -> STALE_LEASE
                status a completed token=1 -> STALE_LEASE
                status a completed two token=2 -> done | a COMPLETED two
                output b x                 -> JOB_NOT_FOUND
                """);
    }

    @Test
    void one_word_discards_a_job_done_or_not_wanted() {
        play("""
                add a q        -> 1 | ready q
                add b q keep=0s -> 2 | ready q
                add c q        -> 3 | ready q
                lease q        -> a:1
                lease q        -> b:2
                discard a      -> done | a COMPLETED (empty)
                discard b      -> done | b COMPLETED (empty)
                discard c      -> done | c DELETED
                jobs           -> 1
                discard c      -> JOB_NOT_FOUND
                """);
    }

    @Test
    void a_job_without_attempts_left_whose_lease_lapses_has_timed_out() {
        play("""
                add a q attempts=1        -> 1 | ready q
                add b q attempts=1        -> 2 | ready q
                lease q count=2           -> a:1 b:2
                status a timed_out half   -> done | a TIMED_OUT half
                job a                     -> TIMED_OUT attempts=1 fails=0 timedout result=half
                +10s                      -> | b TIMED_OUT (empty)
                job b                     -> TIMED_OUT attempts=1 fails=0 timedout result=
                statuses q                -> timed_out=1,2
                """);
    }
}
