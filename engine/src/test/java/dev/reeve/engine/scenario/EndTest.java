package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Completing, failing and deleting. */
class EndTest {
    @Test
    void a_job_ends_once() {
        play("""
                add a q            -> 1 | ready q
                lease q            -> a:1
                complete a fine    -> done | a COMPLETED fine
                job a              -> COMPLETED attempts=1 fails=0 result=fine
                complete a again   -> ALREADY_ENDED
                fail a no          -> ALREADY_ENDED
                complete b         -> JOB_NOT_FOUND
                fail b             -> JOB_NOT_FOUND
                """);
    }

    @Test
    void who_names_no_lease_may_complete_in_any_unfinished_state() {
        play("""
                add ready q                                          -> 1 | ready q
                complete ready r                                     -> done | ready COMPLETED r
                add scheduled q at=1h                                -> 2
                complete scheduled r                                 -> done | scheduled COMPLETED r
                add retrying q rule=retries retries=1 delays=1h      -> 3 | ready q
                fail retrying                                        -> done
                complete retrying r                                  -> done | retrying COMPLETED r
                add lapsed q                                         -> 4 | ready q
                lease q                                              -> lapsed:1
                +10s                                                 -> | ready q
                complete lapsed r                                    -> done | lapsed COMPLETED r
                job lapsed                                           -> COMPLETED attempts=1 fails=0 result=r
                add released q                                       -> 5 | ready q
                lease q                                              -> released:2
                +10s                                                 -> | ready q
                lease q                                              -> released:3
                complete released late                               -> done | released COMPLETED late
                next                                                 -> never
                """);
    }

    @Test
    void without_a_limit_the_first_failure_is_final() {
        play("""
                add a q       -> 1 | ready q
                lease q       -> a:1
                fail a why    -> done | a FAILED why
                job a         -> FAILED attempts=1 fails=1 result=why
                """);
    }

    @Test
    void failures_are_tried_again_up_to_their_limit() {
        play("""
                add a q fails=3   -> 1 | ready q
                lease q           -> a:1
                fail a one        -> done | ready q
                job a             -> READY attempts=1 fails=1
                lease q           -> a:2
                fail a two        -> done | ready q
                lease q           -> a:3
                fail a three      -> done | a FAILED three
                job a             -> FAILED attempts=3 fails=3 result=three
                """);
    }

    @Test
    void a_failure_on_the_last_attempt_is_final() {
        play("""
                add a q fails=5 attempts=2   -> 1 | ready q
                lease q                      -> a:1
                fail a                       -> done | ready q
                lease q                      -> a:2
                fail a why                   -> done | a FAILED why
                job a                        -> FAILED attempts=2 fails=2 result=why
                """);
    }

    @Test
    void lapses_do_not_count_as_failures() {
        play("""
                add a q fails=2   -> 1 | ready q
                lease q           -> a:1
                +10s              -> | ready q
                lease q           -> a:2
                fail a            -> done | ready q
                job a             -> READY attempts=2 fails=1
                fail a            -> done | a FAILED (empty)
                """);
    }

    @Test
    void a_final_failure_after_a_lapse_is_no_time_out() {
        play("""
                add a q       -> 1 | ready q
                lease q       -> a:1
                +10s          -> | ready q
                fail a why    -> done | a FAILED why
                job a         -> FAILED attempts=1 fails=1 result=why
                """);
    }

    @Test
    void a_failure_never_brings_a_job_forward() {
        play("""
                add a q at=1h fails=3                               -> 1
                fail a                                              -> done
                job a                                               -> SCHEDULED attempts=0 fails=1 due=+3600s
                add b q at=1h rule=retries retries=2 delays=1s      -> 2
                fail b                                              -> done
                job b                                   -> SCHEDULED attempts=0 fails=1 retries=1 due=+3600s
                lease q                                             -> nothing
                +1h                                                 -> | ready q, ready q
                lease q count=2                                     -> a:1 b:2
                """);
    }

    @Test
    void a_ready_job_that_is_failed_is_not_announced_again() {
        play("""
                add a q fails=3   -> 1 | ready q
                fail a            -> done
                job a             -> READY attempts=0 fails=1
                """);
    }

    @Test
    void a_deleted_job_is_gone_whatever_its_state() {
        play("""
                add a q           -> 1 | ready q
                delete a          -> done | a DELETED
                delete a          -> JOB_NOT_FOUND
                add b q at=1h     -> 2
                delete b          -> done | b DELETED
                add c q           -> 3 | ready q
                lease q           -> c:1
                delete c          -> done | c DELETED
                complete c        -> JOB_NOT_FOUND
                add d q           -> 4 | ready q
                complete d        -> done | d COMPLETED (empty)
                delete d          -> done
                jobs              -> 0
                next              -> never
                queue q           -> ready=0 scheduled=0 leased=0
                """);
    }
}
