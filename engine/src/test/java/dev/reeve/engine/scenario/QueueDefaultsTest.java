package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class QueueDefaultsTest {
    @Test
    void a_queue_fills_in_what_the_caller_leaves_out() {
        play("""
                configure q prio=7 ttr=5s ttl=100s keep=10s,20s,30s rule=backoff attempts=2 delays=3s  -> true
                enqueue a q                 -> 1 | ready q
                enqueue b q prio=9 ttr=50s completed=1s attempts=1  -> 2 | ready q
                lease q                     -> b:1
                lease q                     -> a:2
                job a                       -> LEASED attempts=1 fails=0 until=+5s
                job b                       -> LEASED attempts=1 fails=0 until=+50s
                fail a                      -> done
                job a                       -> RETRYING attempts=1 fails=1 due=+3s
                fail b                      -> done | b FAILED (empty)
                +20s                        -> | ready q
                job b                       -> none
                complete a                  -> done | a COMPLETED (empty)
                +10s                        ->
                job a                       -> none
                """);
    }

    @Test
    void without_defaults_the_standard_terms_hold() {
        play("""
                enqueue a q                 -> 1 | ready q
                enqueue b q                 -> 2 | ready q
                enqueue c q ttl=5s          -> 3 | ready q
                lease q count=3             -> a:1 b:2 c:3
                job a                       -> LEASED attempts=1 fails=0 until=+60s
                complete a                  -> done | a COMPLETED (empty)
                cancel b keep               -> done | b CANCELLED (empty)
                +5s                         -> | c EXPIRED
                ~3594s                      ->
                tick                        ->
                job a                       -> COMPLETED attempts=1 fails=0 result=
                +1s                         ->
                job a                       -> none
                job b                       -> CANCELLED attempts=1 fails=0 result=
                +23h                        ->
                job b                       -> none
                """);
    }

    @Test
    void defaults_of_two_protocols_meet() {
        play("""
                configure q ttr=5s rule=backoff attempts=4 delays=2s  -> true
                create a q retries=1 delays=6s  -> 1 | ready q
                lease q                     -> a:1
                fail a                      -> done
                job a                       -> RETRYING attempts=1 fails=1 due=+6s
                +6s                         -> | ready q
                fail a                      -> done | a FAILED (empty)
                configure r ttr=5s rule=retries retries=0  -> true
                enqueue b r                 -> 2 | ready r
                enqueue c r attempts=2 delays=1s  -> 3 | ready r
                fail b                      -> done | b FAILED (empty)
                lease r                     -> c:2
                fail c                      -> done
                job c                       -> RETRYING attempts=1 fails=1 due=+7s
                """);
    }

    @Test
    void the_time_to_live_may_be_that_of_the_queue() {
        play("""
                configure q ttl=5s          -> true
                ~20s                        ->
                enqueue a q at=10s          -> EXPIRES_BEFORE_DUE
                enqueue a q at=10s ttl=11s  -> 1 | ready q
                """);
    }

    @Test
    void jobs_are_kept_as_long_as_their_end_says() {
        play("""
                add a q keep=1s,2s,3s       -> 1 | ready q
                add b q keep=1s,2s,3s       -> 2 | ready q
                add c q keep=1s,2s,3s       -> 3 | ready q
                add d q keep=1s,2s,3s attempts=1 ttr=1s  -> 4 | ready q
                add e q keep=0s,2s,3s       -> 5 | ready q
                complete a                  -> done | a COMPLETED (empty)
                fail b                      -> done | b FAILED (empty)
                cancel c keep               -> done | c CANCELLED (empty)
                complete e                  -> done | e COMPLETED (empty)
                job e                       -> none
                lease q                     -> d:1
                +1s                         -> | d TIMED_OUT (empty)
                list                        -> b c d of 3
                +1s                         ->
                list                        -> c d of 2
                +1s                         ->
                list                        -> of 0
                """);
    }

    @Test
    void only_a_queue_that_exists_can_be_paused_unless_it_may_be_new() {
        play("""
                add a q                     -> 1 | ready q
                pause q,r existing          -> QUEUE_NOT_FOUND
                lease q                     -> a:1
                release a                   -> done | ready q
                pause q existing            -> done
                lease q                     -> nothing
                resume r existing           -> QUEUE_NOT_FOUND
                resume q existing           -> done | ready q
                pause r                     -> done
                numbers r                   -> since=never paused
                """);
    }
}
