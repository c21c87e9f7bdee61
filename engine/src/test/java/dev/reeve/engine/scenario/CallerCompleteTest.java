package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Completion by a caller's clock: the end of a job, or its way into the next queue. */
class CallerCompleteTest {
    @Test
    void a_completed_job_keeps_its_result_as_its_data() {
        play("""
                put a q now=0s             -> 1 | put a q, ready q
                pop q now=1s by=w          -> a:1
                complete a new now=2s by=w -> done | completed a q, a COMPLETED (empty)
                job a                      -> COMPLETED attempts=1 fails=0 result=
                about a                    -> q klass=k prio=0 retries=5 data=new
                history a                  -> +0s put q, +1s popped by=w, +2s done
                completed                  -> a
                stats q now=2s             -> waits=1x1.0s runs=1x1.0s
                """);
    }

    @Test
    void a_job_moves_on_to_the_next_queue() {
        play("""
                put a q now=0s prio=2 retries=3 tags=t -> 1 | put a q, ready q
                pop q now=1s by=w                      -> a:1
                complete a new now=3s by=w next=r      -> READY | advanced a q r, ready r
                job a                                  -> READY attempts=1 fails=0
                about a                                -> r klass=k prio=2 retries=3 data=new
                tags a                                 -> t
                history a                              -> +0s put q, +1s popped by=w, +3s done, +3s put r
                listed now=3s                          -> q r
                stats q now=3s                         -> waits=1x1.0s runs=1x2.0s
                pop r now=4s by=w                      -> a:2
                """);
    }

    @Test
    void a_job_moves_on_with_a_delay() {
        play("""
                put a q now=0s                          -> 1 | put a q, ready q
                pop q now=1s by=w                       -> a:1
                complete a now=2s by=w next=r delay=10s -> SCHEDULED | advanced a q r
                job a                                   -> SCHEDULED attempts=1 fails=0 due=+12s
                pop r now=11s by=w                      -> nothing
                pop r now=12s by=w                      -> a:2
                """);
    }

    @Test
    void a_job_moves_on_and_waits_for_others() {
        play("""
                put a q now=0s                          -> 1 | put a q, ready q
                put b s now=0s                          -> 2 | put b s, ready s
                pop q now=1s by=w                       -> a:1
                complete a now=2s by=w next=r depends=b -> DEPENDS | advanced a q r
                job a                                   -> DEPENDS attempts=1 fails=0
                dependents b                            -> a
                pop s now=3s by=w                       -> b:2
                complete b now=4s by=w                  -> done | completed b s, b COMPLETED (empty), ready r
                job a                                   -> READY attempts=1 fails=0
                """);
    }

    @Test
    void a_job_that_waits_for_others_has_its_delay_after_them() {
        play("""
                put a q now=0s                                    -> 1 | put a q, ready q
                put b s now=0s                                    -> 2 | put b s, ready s
                pop q now=1s by=w                                 -> a:1
                complete a now=2s by=w next=r depends=b delay=10s -> DEPENDS | advanced a q r
                job a                                             -> DEPENDS attempts=1 fails=0
                pop s now=3s by=w                                 -> b:2
                complete b now=4s by=w                            -> done | completed b s, b COMPLETED (empty)
                job a                                             -> SCHEDULED attempts=1 fails=0 due=+12s
                """);
    }

    @Test
    void a_job_that_moves_on_to_depend_on_finished_jobs_is_ready() {
        play("""
                put a q now=0s                                  -> 1 | put a q, ready q
                put b s now=0s                                  -> 2 | put b s, ready s
                pop s now=0s by=w                               -> b:1
                complete b now=0s by=w                          -> done | completed b s, b COMPLETED (empty)
                pop q now=1s by=w                               -> a:2
                complete a now=2s by=w next=r depends=b,missing -> READY | advanced a q r, ready r
                """);
    }

    @Test
    void a_job_that_moves_on_to_depend_on_finished_jobs_is_ready_in_spite_of_a_delay() {
        play("""
                put a q now=0s                                          -> 1 | put a q, ready q
                pop q now=1s by=w                                       -> a:1
                complete a now=2s by=w next=r depends=missing delay=10s -> READY | advanced a q r, ready r
                pop r now=2s by=w                                       -> a:2
                """);
    }

    @Test
    void moving_on_frees_nobody() {
        play("""
                put a q now=0s                -> 1 | put a q, ready q
                put b q now=0s depends=a      -> 2 | put b q
                pop q now=1s by=w             -> a:1
                complete a now=2s by=w next=r -> READY | advanced a q r, ready r
                job b                         -> DEPENDS attempts=0 fails=0
                pop r now=3s by=w             -> a:2
                complete a now=4s by=w        -> done | completed a r, a COMPLETED (empty), ready q
                job b                         -> READY attempts=0 fails=0
                """);
    }

    @Test
    void moving_on_starts_the_retries_over() {
        play("""
                set grace-period 0               -> done | set grace-period=0
                put a q now=0s retries=1         -> 1 | put a q, ready q
                pop q now=0s by=joe              -> a:1
                pop q now=60s by=ann             -> a:2 | lost a by=joe
                complete a now=61s by=ann next=r -> READY | advanced a q r, ready r
                job a                            -> READY attempts=2 fails=0
                """);
    }
}
