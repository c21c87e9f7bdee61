package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Jobs that ask how their dependencies end. */
class DependencyRuleTest {
    @Test
    void a_job_waits_for_all_that_it_depends_on_and_gets_their_results() {
        play("""
                add a q                                      -> 1 | ready q
                add b q as=second                            -> 2 | ready q
                add c q depends=a,b,a iffails=cancel         -> 3
                job c                                        -> DEPENDS attempts=0 fails=0
                obstacle c                                   -> a READY 2
                complete a one                               -> done | a COMPLETED one
                obstacle c                                   -> b READY 1
                complete b two                               -> done | b COMPLETED two, ready q
                job c                                        -> READY attempts=0 fails=0
                obstacle c                                   -> none
                results c                                    -> a=COMPLETED:'one':3 second=COMPLETED:'two':3
                """);
    }

    @Test
    void a_dependency_has_to_exist_and_be_kept_and_not_be_the_job_itself() {
        play("""
                add a q depends=b iffails=cancel             -> UNKNOWN_DEPENDENCY
                add a q depends=a iffails=run                -> DEPENDENCY_CYCLE
                add f q wait=10s keep=0s                     -> 1 | ready q
                add a q depends=f iffails=wait               -> UNKNOWN_DEPENDENCY
                add a q depends=b                            -> 2 | ready q
                """);
    }

    @Test
    void jobs_of_one_command_may_depend_on_each_other_in_any_order() {
        play("""
                addall c q depends=b iffails=cancel ; b q depends=a iffails=cancel ; a q    -> 3 ; 2 ; 1 | ready q
                addall d q depends=e iffails=run ; e q depends=d iffails=run ; f q          -> DEPENDENCY_CYCLE ; DEPENDENCY_CYCLE ; 4 | ready q
                addall g q depends=d iffails=run ; d q depends=d iffails=run                -> UNKNOWN_DEPENDENCY ; DEPENDENCY_CYCLE
                addall ornone h q ; i q depends=h,d iffails=run                             -> 0 ; UNKNOWN_DEPENDENCY
                addall ornone i q depends=h iffails=run ; h q                               -> 6 ; 5 | ready q
                """);
    }

    @Test
    void a_failure_cancels_all_the_way_down_and_a_retry_brings_all_back() {
        play("""
                add a q attempts=1                           -> 1 | ready q
                add b q depends=a iffails=cancel             -> 2
                add c q depends=b iffails=cancel             -> 3
                add d q depends=b,c iffails=cancel           -> 4
                lease q                                      -> a:1
                fail a oops                                  -> done | a FAILED oops, b CANCELLED (empty), c CANCELLED (empty), d CANCELLED (empty)
                obstacle b                                   -> a FAILED 1
                obstacle d                                   -> b CANCELLED 1
                requeue a anew                               -> done | ready q
                job b                                        -> DEPENDS attempts=0 fails=0
                job d                                        -> DEPENDS attempts=0 fails=0
                obstacle d                                   -> b DEPENDS 2
                complete a                                   -> done | a COMPLETED (empty), ready q
                complete b                                   -> done | b COMPLETED (empty), ready q
                complete c                                   -> done | c COMPLETED (empty), ready q
                job d                                        -> READY attempts=0 fails=0
                """);
    }

    @Test
    void a_job_may_run_although_a_dependency_failed() {
        play("""
                add a q attempts=1                               -> 1 | ready q
                add b q depends=a iffails=run at=1h              -> 2
                lease q                                          -> a:1
                fail a error=Timeout:late:trace                  -> FAILED | a FAILED (empty) (Timeout)
                job b                                            -> SCHEDULED attempts=0 fails=0 due=+3600s
                results b                                        -> a=FAILED:none:0:Timeout
                add c q depends=a iffails=run                    -> 3 | ready q
                """);
    }

    @Test
    void a_job_may_wait_until_a_dependency_is_retried() {
        play("""
                add a q attempts=1                               -> 1 | ready q
                add b q depends=a iffails=wait                   -> 2
                lease q                                          -> a:1
                fail a                                           -> done | a FAILED (empty)
                obstacle b                                       -> a FAILED 1
                add c q depends=a iffails=wait                   -> 3
                requeue a                                        -> done | ready q
                complete a                                       -> done | a COMPLETED (empty), ready q, ready q
                job b                                            -> READY attempts=0 fails=0
                job c                                            -> READY attempts=0 fails=0
                """);
    }

    @Test
    void who_waits_for_a_job_that_is_removed_is_cancelled_unless_it_may_run() {
        play("""
                add a q                                          -> 1 | ready q
                add b q depends=a iffails=wait                   -> 2
                add c q depends=a iffails=cancel                 -> 3
                add d q depends=a iffails=run                    -> 4
                add e q depends=a                                -> 5
                delete a                                         -> done | a DELETED, ready q, c CANCELLED (empty), ready q, b CANCELLED (empty)
                obstacle b                                       -> a null 1
                job d                                            -> READY attempts=0 fails=0
                job e                                            -> READY attempts=0 fails=0
                results d                                        -> a=null:none:0
                add a q depends=c iffails=wait                   -> 6
                tick                                             ->
                obstacle a                                       -> c CANCELLED 1
                obstacle b                                       -> a null 1
                results d                                        -> a=null:none:0
                requeue c                                        -> done | ready q
                obstacle a                                       -> c READY 1
                """);
    }

    @Test
    void an_expired_a_cancelled_and_a_timed_out_job_are_failed_dependencies() {
        play("""
                add a q ttl=10s                                  -> 1 | ready q
                add b q depends=a iffails=cancel                 -> 2
                +10s                                             -> | a EXPIRED, b CANCELLED (empty)
                add c q                                          -> 3 | ready q
                add d q depends=c iffails=cancel                 -> 4
                add e q depends=c                                -> 5
                cancel c keep                                    -> done | c CANCELLED (empty), ready q, d CANCELLED (empty)
                add f q attempts=1 ttr=1s                        -> 6 | ready q
                add g q depends=f iffails=cancel                 -> 7
                lease q count=2                                  -> e:1 f:2
                +1s                                              -> | f TIMED_OUT (empty), g CANCELLED (empty)
                """);
    }

    @Test
    void who_is_added_after_the_failure_is_cancelled_at_once_and_comes_back_too() {
        play("""
                add a q attempts=1                               -> 1 | ready q
                lease q                                          -> a:1
                fail a                                           -> done | a FAILED (empty)
                add b q depends=a iffails=cancel                 -> 2 | b CANCELLED (empty)
                requeue a                                        -> done | ready q
                job b                                            -> DEPENDS attempts=0 fails=0
                """);
    }

    @Test
    void another_failure_keeps_a_job_cancelled_until_that_is_retried_too() {
        play("""
                add a q attempts=1                               -> 1 | ready q
                add b q attempts=1                               -> 2 | ready q
                add c q depends=a,b iffails=cancel               -> 3
                lease q count=2                                  -> a:1 b:2
                fail a                                           -> done | a FAILED (empty), c CANCELLED (empty)
                fail b                                           -> done | b FAILED (empty)
                requeue a                                        -> done | ready q
                obstacle c                                       -> b FAILED 1
                complete a                                       -> done | a COMPLETED (empty)
                requeue b                                        -> done | ready q
                obstacle c                                       -> b READY 1
                complete b                                       -> done | b COMPLETED (empty), ready q
                """);
    }

    @Test
    void a_retry_of_a_cancelled_job_itself_does_not_ask_how_dependencies_ended() {
        play("""
                add a q attempts=1                               -> 1 | ready q
                add b q                                          -> 2 | ready q
                add c q depends=a,b iffails=cancel               -> 3
                lease q                                          -> a:1
                fail a                                           -> done | a FAILED (empty), c CANCELLED (empty)
                requeue c anew                                   -> done
                obstacle c                                       -> b READY 1
                complete b                                       -> done | b COMPLETED (empty), ready q
                job c                                            -> READY attempts=0 fails=0
                """);
    }

    @Test
    void a_result_is_kept_as_long_as_an_unfinished_job_needs_it() {
        play("""
                add a q keep=10s                                 -> 1 | ready q
                add b q depends=a iffails=cancel keep=0s         -> 2
                add c q keep=0s                                  -> 3 | ready q
                add d q depends=c iffails=cancel                 -> 4
                complete a data                                  -> done | a COMPLETED data, ready q
                complete c more                                  -> done | c COMPLETED more, ready q
                +1h                                              ->
                results b                                        -> a=COMPLETED:'data':4
                results d                                        -> c=COMPLETED:'more':4
                complete b                                       -> done | b COMPLETED (empty)
                tick                                             ->
                job a                                            -> none
                delete d                                         -> done | d DELETED
                tick                                             ->
                jobs                                             -> 0
                """);
    }

    /** The invariants are checked after a restart too. */
    @Test
    void a_restart_goes_on_keeping_what_an_unfinished_job_needs() {
        play("""
                add a q keep=10s                                 -> 1 | ready q
                add b q depends=a iffails=cancel keep=0s         -> 2
                complete a data                                  -> done | a COMPLETED data, ready q
                """);
    }

    @Test
    void what_a_cancelled_job_needs_is_kept_while_it_may_come_back() {
        play("""
                add a q keep=1s                                  -> 1 | ready q
                add b q attempts=1                               -> 2 | ready q
                add c q depends=a,b iffails=cancel keep=1s,1h,1s -> 3
                complete a data                                  -> done | a COMPLETED data
                lease q                                          -> b:1
                fail b                                           -> done | b FAILED (empty), c CANCELLED (empty)
                +30m                                             ->
                requeue b                                        -> done | ready q
                complete b                                       -> done | b COMPLETED (empty), ready q
                results c                                        -> a=COMPLETED:'data':4 b=COMPLETED:'':0
                """);
    }
}
