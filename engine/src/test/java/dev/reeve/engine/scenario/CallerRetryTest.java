package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** A worker asks to have its job tried again. */
class CallerRetryTest {
    @Test
    void each_retry_costs_one_until_none_is_left() {
        play("""
                put a q now=0s retries=2 -> 1 | put a q, ready q
                pop q now=1s by=w        -> a:1
                retry a q now=2s by=w    -> 1 | ready q
                job a                    -> READY attempts=1 fails=0 retries=1
                pop q now=3s by=w        -> a:2
                retry a q now=4s by=w    -> 0 | ready q
                pop q now=5s by=w        -> a:3
                retry a q now=6s by=w    -> -1 | a FAILED (empty)
                job a                    -> FAILED attempts=3 fails=0 retries=3 result=
                failure a                -> failed-retries-q +6s: no retries left in q
                """);
    }

    @Test
    void a_retry_may_be_delayed() {
        play("""
                put a q now=0s                  -> 1 | put a q, ready q
                pop q now=1s by=w               -> a:1
                retry a q now=2s by=w delay=10s -> 4
                job a                           -> SCHEDULED attempts=1 fails=0 retries=1 due=+12s
                pop q now=11s by=w              -> nothing
                pop q now=12s by=w              -> a:2
                """);
    }

    @Test
    void a_retry_may_go_to_another_queue() {
        play("""
                put a q now=0s        -> 1 | put a q, ready q
                pop q now=1s by=w     -> a:1
                retry a r now=2s by=w -> 4 | ready r
                about a               -> r klass=k prio=0 retries=5 data={}
                counts q now=2s       ->
                ready r               -> a
                history a             -> +0s put q, +1s popped by=w
                """);
    }

    @Test
    void a_retry_that_gives_a_reason_leaves_it_with_the_job() {
        play("""
                put a q now=0s retries=1                      -> 1 | put a q, ready q
                pop q now=1s by=w                             -> a:1
                retry a q now=2500ms by=w group=g message=why -> 0 | ready q
                failure a                                     -> g +2s by=w: why
                groups                                        ->
                pop q now=3s by=w                             -> a:3
                retry a q now=4s by=w group=g message=again   -> -1 | a FAILED again
                failure a                                     -> g +4s by=w: again
                failed g                                      -> a
                """);
    }

    @Test
    void a_group_without_a_message_names_only_the_last_failure() {
        play("""
                put a q now=0s retries=0      -> 1 | put a q, ready q
                pop q now=1s by=w             -> a:1
                retry a q now=2s by=w group=g -> -1 | a FAILED (empty)
                failure a                     -> g +2s: no retries left in q
                """);
    }

    @Test
    void lapses_and_retries_share_their_count() {
        play("""
                set grace-period 0       -> done | set grace-period=0
                put a q now=0s retries=2 -> 1 | put a q, ready q
                pop q now=0s by=joe      -> a:1
                pop q now=60s by=ann     -> a:2 | lost a by=joe
                retry a q now=61s by=ann -> 0 | ready q
                pop q now=62s by=ann     -> a:3
                job a                    -> LEASED attempts=3 fails=0 retries=2 until=+122s
                retry a q now=63s by=ann -> -1 | a FAILED (empty)
                """);
    }

    @Test
    void only_a_leased_job_can_be_retried() {
        play("""
                put a q now=0s              -> 1 | put a q, ready q
                retry a q now=1s by=w       -> NOT_LEASED (READY QUEUED)
                pop q now=1s by=w           -> a:1
                timeout a now=2s            -> done | ready q, lost a by=w
                retry a q now=3s by=w       -> NOT_LEASED (STALLED QUEUED)
                retry missing q now=3s by=w -> JOB_NOT_FOUND
                """);
    }

    @Test
    void a_completed_job_has_spent_no_retries() {
        play("""
                put a q now=0s         -> 1 | put a q, ready q
                pop q now=0s by=w      -> a:1
                retry a q now=0s by=w  -> 4 | ready q
                pop q now=0s by=w      -> a:2
                complete a now=1s by=w -> done | completed a q, a COMPLETED (empty)
                job a                  -> COMPLETED attempts=2 fails=0 result=
                """);
    }
}
