package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Batches: what they count, when their callbacks come, and how long they are kept. */
class BatchTest {
    @Test
    void the_callbacks_come_with_the_last_end() {
        play("""
                open b success complete failure : a q ; c q depends=a iffails=cancel    -> opened 1 ; 2 | ready q
                batch b                       -> 2 pending=2 completed=0 failed=0 cancelled=0
                complete a                    -> done | a COMPLETED (empty), ready q
                batch b                       -> 2 pending=1 completed=1 failed=0 cancelled=0
                complete c                    -> done | c COMPLETED (empty), ready complete, ready success
                batch b                       -> 2 pending=0 completed=2 failed=0 cancelled=0 success=+0s complete=+0s
                payload b-success             -> 2=0+2+0+0
                ready failure                 ->
                """);
    }

    @Test
    void the_first_failure_is_told_once_and_success_comes_after_a_retry() {
        play("""
                open b success complete failure : a q attempts=1 ; c q attempts=1 ; d q depends=a iffails=cancel   -> opened 1 ; 2 ; 3 | ready q, ready q
                lease q count=2               -> a:1 c:2
                fail a                        -> done | a FAILED (empty), ready failure, d CANCELLED (empty)
                batch b                       -> 3 pending=1 completed=0 failed=1 cancelled=1 failure=+0s
                ~1s                           ->
                fail c                        -> done | c FAILED (empty), ready complete
                batch b                       -> 3 pending=0 completed=0 failed=2 cancelled=1 complete=+1s failure=+0s
                retry-batch b                 -> done | ready q, ready q
                batch b                       -> 3 pending=3 completed=0 failed=0 cancelled=0 complete=+1s failure=+0s
                complete a                    -> done | a COMPLETED (empty), ready q
                complete c                    -> done | c COMPLETED (empty)
                complete d                    -> done | d COMPLETED (empty), ready success
                ready success                 -> b-success
                ready complete                -> b-complete
                ready failure                 -> b-failure
                """);
    }

    @Test
    void jobs_are_added_while_the_batch_is_open() {
        play("""
                open b more complete          -> opened
                add a q batch=b               -> 1 | ready q
                complete a                    -> done | a COMPLETED (empty)
                batch b                       -> open 1 pending=0 completed=1 failed=0 cancelled=0
                add c q batch=b               -> 2 | ready q
                close b                       -> done
                add d q batch=b               -> BATCH_CLOSED
                add d q batch=none            -> BATCH_NOT_FOUND
                complete c                    -> done | c COMPLETED (empty), ready complete
                close b                       -> done
                close none                    -> BATCH_NOT_FOUND
                """);
    }

    @Test
    void a_batch_without_jobs_has_ended_when_it_is_closed() {
        play("""
                open b success complete failure   -> opened | ready complete, ready success
                batch b                           -> 0 pending=0 completed=0 failed=0 cancelled=0 success=+0s complete=+0s
                """);
    }

    @Test
    void all_jobs_of_a_new_batch_are_added_or_none() {
        play("""
                add a q                               -> 1 | ready q
                open b : c q ; a q ; d r              -> not opened 0 ; JOB_EXISTS ; 0
                batch b                               -> none
                queues                                -> q
                open b : c q                          -> opened 2 | ready q
                open b : c q                          -> not opened 2 again
                open b request=other : c q            -> BATCH_EXISTS
                """);
    }

    @Test
    void a_cancelled_batch_is_closed_and_its_jobs_end() {
        play("""
                open b more complete : a q ; c q ; d q at=1h      -> opened 1 ; 2 ; 3 | ready q, ready q
                lease q                                           -> a:1
                cancel-batch b reason=late asker=ann              -> done | c CANCELLED (empty), d CANCELLED (empty)
                details a                                         -> cancel=+0s:late:ann
                add e q batch=b                                   -> BATCH_CLOSED
                release a                                         -> done | a CANCELLED (empty), ready complete
                retry-batch b                                     -> done | ready q, ready q, ready q
                cancel-batch b force                              -> done | a CANCELLED (empty), c CANCELLED (empty), d CANCELLED (empty)
                cancel-batch none                                 -> BATCH_NOT_FOUND
                retry-batch none                                  -> BATCH_NOT_FOUND
                """);
    }

    @Test
    void a_job_that_is_gone_counts_as_it_ended_and_one_removed_before_as_cancelled() {
        play("""
                open b complete : a q keep=0s ; c q ttl=10s ; d q ; e q keep=1s     -> opened 1 ; 2 ; 3 ; 4 | ready q, ready q, ready q, ready q
                complete a                    -> done | a COMPLETED (empty)
                complete e                    -> done | e COMPLETED (empty)
                delete d                      -> done | d DELETED
                +10s                          -> | c EXPIRED, ready complete
                batch b                       -> 4 pending=0 completed=2 failed=0 cancelled=2 complete=+10s
                list                          -> b-complete of 1
                """);
    }

    @Test
    void a_batch_is_kept_for_a_day_or_for_thirty_if_not_all_have_completed() {
        play("""
                open good : a q keep=1s                -> opened 1 | ready q
                open bad : c q attempts=1              -> opened 2 | ready q
                open unused more                       -> opened
                complete a                             -> done | a COMPLETED (empty)
                lease q                                -> c:1
                fail c                                 -> done | c FAILED (empty)
                +23h                                   ->
                batch good                             -> 1 pending=0 completed=1 failed=0 cancelled=0
                +1h                                    ->
                batch good                             -> none
                +28d                                   ->
                batch bad                              -> 1 pending=0 completed=0 failed=1 cancelled=0
                +1d                                    ->
                batch bad                              -> none
                batch unused                           -> none
                requeue c                              -> done | ready q
                open bad : d q                         -> opened 3 | ready q
                complete c                             -> done | c COMPLETED (empty)
                batch bad                              -> 1 pending=1 completed=0 failed=0 cancelled=0
                """);
    }

    @Test
    void the_jobs_of_a_batch_are_listed() {
        play("""
                open b : a q ; c r                     -> opened 1 ; 2 | ready q, ready r
                add d q                                -> 3 | ready q
                list batches=b                         -> a c of 2
                list batches=b queues=q                -> a
                list batches=none                      -> of 0
                """);
    }
}
