package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Cancellation by a caller's clock removes jobs. */
class CallerCancelTest {
    @Test
    void a_cancelled_job_is_gone() {
        play("""
                put a q now=0s tags=t -> 1 | put a q, ready q
                cancel a now=1s       -> done | canceled a q, a DELETED
                job a                 -> none
                with-tag t            ->
                jobs                  -> 0
                """);
    }

    @Test
    void its_worker_is_named_in_the_event() {
        play("""
                put a q now=0s         -> 1 | put a q, ready q
                pop q now=0s by=w      -> a:1
                cancel a now=1s        -> done | canceled a q by=w, a DELETED
                complete a now=2s by=w -> JOB_NOT_FOUND
                """);
    }

    @Test
    void a_job_that_another_waits_for_is_refused() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                put b q now=0s depends=a -> 2 | put b q
                cancel a now=1s          -> HAS_DEPENDENTS (a b)
                jobs                     -> 2
                cancel a,b now=1s        -> done | canceled a q, a DELETED, canceled b q, b DELETED
                jobs                     -> 0
                """);
    }

    @Test
    void all_or_none_are_cancelled() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                put b q now=0s           -> 2 | put b q, ready q
                put c q now=0s depends=b -> 3 | put c q
                cancel a,b now=1s        -> HAS_DEPENDENTS (b c)
                jobs                     -> 3
                cancel c,b,a now=1s      -> done | canceled c q, c DELETED, canceled b q, b DELETED, canceled a q, a DELETED
                jobs                     -> 0
                """);
    }

    @Test
    void a_completed_job_stays() {
        play("""
                put a q now=0s         -> 1 | put a q, ready q
                pop q now=0s by=w      -> a:1
                complete a now=0s by=w -> done | completed a q, a COMPLETED (empty)
                cancel a now=1s        -> done
                job a                  -> COMPLETED attempts=1 fails=0 result=
                """);
    }

    @Test
    void a_failed_job_leaves_its_group_and_the_statistics() {
        play("""
                put a q now=0s             -> 1 | put a q, ready q
                pop q now=0s by=w          -> a:1
                fail a now=0s by=w group=g -> done | failed a g by=w: , a FAILED (empty)
                cancel a now=1s            -> done | canceled a q
                groups                     ->
                stats q now=0s             -> waits=1x0.0s failures=1
                """);
    }

    @Test
    void a_job_that_is_not_there_is_told_all_the_same() {
        play("""
                cancel a now=1s -> done | canceled a
                """);
    }

    @Test
    void cancellation_with_keep_goes_by_states() {
        play("""
                put a q now=0s             -> 1 | put a q, ready q
                put b q now=0s             -> 2 | put b q, ready q
                pop q now=0s by=w          -> b:1
                cancel a,b keep now=1s     -> done | a CANCELLED (empty), b CANCELLED (empty)
                job a                      -> CANCELLED attempts=0 fails=0 result=
                job b                      -> CANCELLED attempts=1 fails=0 result=
                cancel a keep now=2s       -> INVALID_TRANSITION (CANCELLED CANCELLED)
                cancel missing keep now=2s -> JOB_NOT_FOUND (missing)
                put c q now=3s             -> 3 | put c q, ready q
                pop q now=3s by=w          -> c:2
                complete c now=4s by=w     -> done | completed c q, c COMPLETED (empty)
                cancel c keep now=5s       -> INVALID_TRANSITION (COMPLETED COMPLETED)
                """);
    }
}
