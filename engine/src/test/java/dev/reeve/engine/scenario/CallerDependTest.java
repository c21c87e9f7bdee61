package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Jobs on a caller's clock that wait for others. */
class CallerDependTest {
    @Test
    void a_job_waits_until_the_last_of_its_dependencies_is_completed() {
        play("""
                put a q now=0s               -> 1 | put a q, ready q
                put b q now=1s               -> 2 | put b q, ready q
                put c q now=2s depends=a,b,a -> 3 | put c q
                dependencies c               -> a b
                depending q                  -> c
                pop q now=3s by=w count=3    -> a:1 b:2
                complete a now=4s by=w       -> done | completed a q, a COMPLETED (empty)
                job c                        -> DEPENDS attempts=0 fails=0
                complete b now=5s by=w       -> done | completed b q, b COMPLETED (empty), ready q
                job c                        -> READY attempts=0 fails=0
                dependencies c               ->
                """);
    }

    @Test
    void what_is_finished_or_missing_is_not_waited_for() {
        play("""
                put a q now=0s                   -> 1 | put a q, ready q
                pop q now=0s by=w                -> a:1
                complete a now=0s by=w           -> done | completed a q, a COMPLETED (empty)
                put b q now=1s depends=a,missing -> 2 | put b q, ready q
                job b                            -> READY attempts=0 fails=0
                """);
    }

    @Test
    void a_failed_job_is_waited_for() {
        play("""
                put a q now=0s             -> 1 | put a q, ready q
                pop q now=0s by=w          -> a:1
                fail a now=0s by=w group=g -> done | failed a g by=w: , a FAILED (empty)
                put b q now=1s depends=a   -> 2 | put b q
                job b                      -> DEPENDS attempts=0 fails=0
                """);
    }

    @Test
    void a_kept_cancelled_job_is_not_waited_for() {
        play("""
                add a q                  -> 1 | ready q
                cancel a keep            -> done | a CANCELLED (empty)
                put b q now=1s depends=a -> 2 | put b q, ready q
                job b                    -> READY attempts=0 fails=0
                """);
    }

    @Test
    void dependencies_need_no_callers_clock() {
        play("""
                add a q            -> 1 | ready q
                add b q            -> 2 | ready q
                add c q depends=a  -> 3
                depend c b         -> done
                dependencies c     -> a b
                lease q            -> a:1
                complete a ok      -> done | a COMPLETED ok
                undepend c b       -> done | ready q
                job c              -> READY attempts=0 fails=0
                """);
    }

    @Test
    void a_delay_starts_when_the_job_is_put_and_lasts_beyond_its_dependencies() {
        play("""
                put a q now=0s                     -> 1 | put a q, ready q
                put b q now=0s depends=a delay=10s -> 2 | put b q
                pop q now=1s by=w                  -> a:1
                complete a now=2s by=w             -> done | completed a q, a COMPLETED (empty)
                job b                              -> SCHEDULED attempts=0 fails=0 due=+10s
                pop q now=9s by=w                  -> nothing
                pop q now=10s by=w                 -> b:2
                """);
    }

    @Test
    void a_deleted_job_frees_those_that_wait_for_it() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                put b q now=0s depends=a -> 2 | put b q
                delete a                 -> done | a DELETED, ready q
                job b                    -> READY attempts=0 fails=0
                """);
    }

    @Test
    void dependencies_are_added_and_taken_away_while_the_job_waits() {
        play("""
                put a q now=0s              -> 1 | put a q, ready q
                put b q now=0s              -> 2 | put b q, ready q
                put c q now=0s              -> 3 | put c q, ready q
                put d q now=0s depends=a    -> 4 | put d q
                depend d b,a,missing now=1s -> done
                dependencies d              -> a b
                undepend d a now=2s         -> done
                dependencies d              -> b
                undepend d c now=2s         -> done
                undepend d b now=3s         -> done | ready q
                job d                       -> READY attempts=0 fails=0
                depend d a now=4s           -> NOT_DEPENDING (READY)
                undepend d a now=4s         -> NOT_DEPENDING (READY)
                depend missing a now=4s     -> JOB_NOT_FOUND
                """);
    }

    @Test
    void all_dependencies_are_taken_away_and_with_them_the_delay() {
        play("""
                put a q now=0s                      -> 1 | put a q, ready q
                put b q now=0s depends=a delay=100s -> 2 | put b q
                undepend b all now=1s               -> done | ready q
                job b                               -> READY attempts=0 fails=0
                """);
    }

    @Test
    void a_depending_job_can_be_completed_without_a_claim() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                put b q now=0s depends=a -> 2 | put b q
                complete b now=1s        -> done | completed b q, b COMPLETED (empty)
                job b                    -> COMPLETED attempts=0 fails=0 result=
                dependents a             ->
                """);
    }

    @Test
    void a_kept_cancelled_job_frees_those_that_wait_for_it() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                put b q now=0s depends=a -> 2 | put b q
                cancel a keep            -> done | a CANCELLED (empty), ready q
                job a                    -> CANCELLED attempts=0 fails=0 result=
                job b                    -> READY attempts=0 fails=0
                dependents a             ->
                requeue a                -> done | ready q
                job b                    -> READY attempts=0 fails=0
                """);
    }

    @Test
    void a_failed_job_does_not_free_those_that_wait_for_it() {
        play("""
                put a q now=0s             -> 1 | put a q, ready q
                put b q now=0s depends=a   -> 2 | put b q
                pop q now=0s by=w          -> a:1
                fail a now=1s by=w group=g -> done | failed a g by=w: , a FAILED (empty)
                job b                      -> DEPENDS attempts=0 fails=0
                unfail q g now=2s          -> 1 | ready q
                pop q now=3s by=w          -> a:3
                complete a now=4s by=w     -> done | completed a q, a COMPLETED (empty), ready q
                job b                      -> READY attempts=0 fails=0
                """);
    }
}
