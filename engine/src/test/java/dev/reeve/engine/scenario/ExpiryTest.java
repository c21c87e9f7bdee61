package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Time to live, and what is kept after the end. */
class ExpiryTest {
    @Test
    void unfinished_jobs_that_expire_are_counted_as_evicted() {
        play("""
                add ready q ttl=20s                                      -> 1 | ready q
                lease q                                                  -> ready:1
                add leased q ttl=20s ttr=1h                              -> 2 | ready q
                release ready                                            -> done | ready q
                lease q                                                  -> ready:2
                lease q                                                  -> leased:3
                release ready                                            -> done | ready q
                add retrying q ttl=20s rule=retries retries=1 delays=1h  -> 3 | ready q
                fail retrying                                            -> done
                add done q ttl=20s                                       -> 4 | ready q
                complete done                                            -> done | done COMPLETED (empty)
                ~19s                                                     ->
                tick                                                     ->
                +1s                                 -> | ready EXPIRED, leased EXPIRED, retrying EXPIRED
                evicted                                                  -> 3
                jobs                                                     -> 0
                """);
    }

    @Test
    void time_to_live_counts_from_the_scheduled_time() {
        play("""
                add a q at=10s ttl=5s   -> 1
                +10s                    -> | ready q
                +4s                     ->
                +1s                     -> | a EXPIRED
                evicted                 -> 1
                """);
    }

    @Test
    void an_ended_job_stays_until_its_time_to_live_is_over() {
        play("""
                add a q ttl=20s     -> 1 | ready q
                complete a ok       -> done | a COMPLETED ok
                +19s                ->
                job a               -> COMPLETED attempts=0 fails=0 result=ok
                +1s                 ->
                job a               -> none
                evicted             -> 0
                """);
    }

    @Test
    void an_ended_job_stays_as_long_as_it_is_kept() {
        play("""
                add a q keep=5s    -> 1 | ready q
                ~10s               ->
                complete a ok      -> done | a COMPLETED ok
                +4s                ->
                jobs               -> 1
                +1s                ->
                jobs               -> 0
                """);
    }

    @Test
    void the_shorter_of_both_counts() {
        play("""
                add a q keep=5s ttl=7s   -> 1 | ready q
                add b q keep=5s ttl=3s   -> 2 | ready q
                complete a               -> done | a COMPLETED (empty)
                complete b               -> done | b COMPLETED (empty)
                next                     -> +3s
                +3s                      ->
                jobs                     -> 1
                next                     -> +5s
                """);
    }

    @Test
    void a_job_that_is_not_kept_goes_with_its_end() {
        play("""
                add a q keep=0s               -> 1 | ready q
                complete a ok                 -> done | a COMPLETED ok
                add b q keep=0s               -> 2 | ready q
                fail b why                    -> done | b FAILED why
                add c q keep=0s attempts=1    -> 3 | ready q
                lease q                       -> c:1
                +10s                          -> | c TIMED_OUT (empty)
                jobs                          -> 0
                next                          -> never
                complete a                    -> JOB_NOT_FOUND
                """);
    }

    @Test
    void an_expired_job_cannot_be_leased_or_completed() {
        play("""
                add a q ttl=5s   -> 1 | ready q
                ~5s              ->
                lease q          -> nothing | a EXPIRED
                add b q ttl=5s   -> 2 | ready q
                ~5s              ->
                complete b       -> JOB_NOT_FOUND | b EXPIRED
                """);
    }

    @Test
    void a_clock_that_looks_late_tells_the_same_story() {
        play("""
                add a q ttl=30s attempts=1 ttr=10s   -> 1 | ready q
                lease q                              -> a:1
                +1h                                  -> | a TIMED_OUT (empty)
                job a                                -> none
                evicted                              -> 0
                """);
    }

    @Test
    void several_moments_of_one_job_come_one_after_the_other() {
        play("""
                add a q at=10s ttl=30s   -> 1
                add b q at=20s ttl=5s    -> 2
                +1h                      -> | ready q, ready q, b EXPIRED, a EXPIRED
                evicted                  -> 2
                """);
    }

    @Test
    void moments_come_by_time_and_then_by_number() {
        play("""
                add c q at=3s          -> 1
                add x q ttl=2s         -> 2 | ready q
                add y q ttl=2s         -> 3 | ready q
                add z q ttl=1s         -> 4 | ready q
                +3s                    -> | z EXPIRED, x EXPIRED, y EXPIRED, ready q
                """);
    }
}
