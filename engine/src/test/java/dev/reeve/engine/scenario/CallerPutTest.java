package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** A put by a caller's clock: a new job, and one that exists, in whatever state it is. */
class CallerPutTest {
    @Test
    void a_new_job_waits_with_what_was_said_of_it() {
        play("""
                put a q now=5s klass=mail data=x prio=3 retries=2 tags=t,u -> 1 | put a q, ready q
                job a                                                      -> READY attempts=0 fails=0
                about a                                                    -> q klass=mail prio=3 retries=2 data=x
                tags a                                                     -> t u
                history a                                                  -> +5s put q
                listed now=5s                                              -> q
                """);
    }

    @Test
    void what_is_not_said_has_a_default() {
        play("""
                put a q now=0s -> 1 | put a q, ready q
                about a        -> q klass=k prio=0 retries=5 data={}
                tags a         ->
                dependencies a ->
                """);
    }

    @Test
    void the_servers_clock_does_not_touch_it() {
        play("""
                put a q now=0s delay=5s -> 1 | put a q
                next                    -> never
                +100s                   ->
                job a                   -> SCHEDULED attempts=0 fails=0 due=+5s
                counts q now=4s         -> scheduled=1
                counts q now=5s         -> waiting=1
                """);
    }

    @Test
    void move_refuses_a_job_that_is_not_there() {
        play("""
                move a q now=0s -> JOB_NOT_FOUND
                put a q now=0s  -> 1 | put a q, ready q
                move a r now=1s -> 1 | put a r, ready r
                about a         -> r klass=k prio=0 retries=5 data={}
                counts q now=1s ->
                """);
    }

    @Test
    void a_put_moves_a_ready_job_and_keeps_what_it_does_not_say() {
        play("""
                put a q now=0s klass=mail prio=3 retries=2 tags=t -> 1 | put a q, ready q
                put a r now=1s                                    -> 1 | put a r, ready r
                about a                                           -> r klass=k prio=3 retries=2 data={}
                tags a                                            -> t
                counts q now=1s                                   ->
                ready r                                           -> a
                history a                                         -> +0s put q, +1s put r
                jobs                                              -> 1
                """);
    }

    @Test
    void a_put_replaces_what_it_says() {
        play("""
                put a q now=0s klass=mail prio=3 retries=2 tags=t          -> 1 | put a q, ready q
                put a q now=1s klass=other data=new prio=1 retries=9 tags= -> 1 | put a q, ready q
                about a                                                    -> q klass=other prio=1 retries=9 data=new
                tags a                                                     ->
                with-tag t                                                 ->
                """);
    }

    @Test
    void a_scheduled_job_is_put_for_now() {
        play("""
                put a q now=0s delay=50s -> 1 | put a q
                put a q now=1s           -> 1 | put a q, ready q
                job a                    -> READY attempts=0 fails=0
                counts q now=1s          -> waiting=1
                """);
    }

    @Test
    void a_depending_job_that_is_put_without_dependencies_keeps_those_it_has() {
        play("""
                put a q now=0s                 -> 1 | put a q, ready q
                put b q now=0s depends=a       -> 2 | put b q
                put b q now=1s                 -> 2 | put b q
                job b                          -> DEPENDS attempts=0 fails=0
                dependencies b                 -> a
                put b q now=2s depends=missing -> 2 | put b q, ready q
                job b                          -> READY attempts=0 fails=0
                """);
    }

    @Test
    void the_worker_of_a_leased_job_loses_it() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                pop q now=1s by=joe      -> a:1
                put a r now=2s           -> 1 | put a r, lost a by=joe, ready r
                job a                    -> READY attempts=1 fails=0
                complete a now=3s by=joe -> NOT_LEASED (READY QUEUED)
                running q now=3s         ->
                """);
    }

    @Test
    void a_worker_that_moves_its_own_job_is_not_notified() {
        play("""
                put a q now=0s        -> 1 | put a q, ready q
                pop q now=1s by=joe   -> a:1
                put a r now=2s by=joe -> 1 | put a r, ready r
                job a                 -> READY attempts=1 fails=0
                """);
    }

    @Test
    void a_leased_job_is_put_with_a_delay() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                pop q now=1s by=joe      -> a:1
                put a q now=2s delay=10s -> 1 | put a q, lost a by=joe
                job a                    -> SCHEDULED attempts=1 fails=0 due=+12s
                """);
    }

    @Test
    void a_completed_job_starts_over() {
        play("""
                put a q now=0s retries=2      -> 1 | put a q, ready q
                pop q now=1s by=joe           -> a:1
                complete a done now=2s by=joe -> done | completed a q, a COMPLETED (empty)
                completed                     -> a
                put a q now=3s                -> 1 | put a q, ready q
                completed                     ->
                job a                         -> READY attempts=1 fails=0
                history a                     -> +0s put q, +1s popped by=joe, +2s done, +3s put q
                """);
    }

    @Test
    void a_failed_job_starts_over_and_leaves_its_group() {
        play("""
                put a q now=0s                    -> 1 | put a q, ready q
                pop q now=1s by=joe               -> a:1
                fail a oops now=2s by=joe group=g -> done | failed a g by=joe: oops, a FAILED oops
                stats q now=2s                    -> waits=1x1.0s failures=1 failed=1
                put a q now=3s                    -> 1 | put a q, ready q
                failed g                          ->
                stats q now=2s                    -> waits=1x1.0s failures=1
                job a                             -> READY attempts=1 fails=1
                failure a                         -> g +2s by=joe: oops
                """);
    }

    @Test
    void a_cancelled_job_that_was_kept_starts_over() {
        play("""
                add a q        -> 1 | ready q
                cancel a keep  -> done | a CANCELLED (empty)
                put a q now=3s -> 1 | put a q, ready q
                job a          -> READY attempts=0 fails=0
                about a        -> q klass=k prio=0 retries=5 data={}
                """);
    }

    @Test
    void a_stalled_job_starts_over_and_goes_to_its_place() {
        play("""
                put a q now=0s        -> 1 | put a q, ready q
                put b q now=0s prio=1 -> 2 | put b q, ready q
                pop q now=1s by=joe   -> b:1
                timeout b now=2s      -> done | ready q, lost b by=joe
                put c q now=0s prio=2 -> 3 | put c q, ready q
                ready q               -> b c a
                put b q now=3s        -> 2 | put b q, lost b by=joe, ready q
                ready q               -> c b a
                """);
    }

    @Test
    void a_job_that_waits_for_itself_waits_until_that_is_taken_away() {
        play("""
                put a q now=0s depends=a -> 1 | put a q
                job a                    -> DEPENDS attempts=0 fails=0
                undepend a all now=1s    -> done | ready q
                """);
    }
}
