package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Tracked jobs: somebody hears what happens to them. */
class TrackTest {
    @Test
    void what_happens_to_a_tracked_job_is_told() {
        play("""
                put a q now=0s                -> 1 | put a q, ready q
                track a now=0s                -> true | tracked a tracked
                track a now=1s                -> false | tracked a tracked
                tracked                       -> a
                pop q now=1s by=w             -> a:1 | tracked a popped
                complete a now=2s by=w next=r -> READY | tracked a completed, advanced a q r, ready r
                pop r now=3s by=w             -> a:2 | tracked a popped
                fail a x now=4s by=w group=g  -> done | failed a g by=w: x, tracked a failed, a FAILED x
                put a q now=5s                -> 1 | put a q, ready q, tracked a put
                cancel a now=6s               -> done | canceled a q, tracked a canceled, a DELETED
                tracked                       -> a
                untrack a now=7s              -> true | tracked a untracked
                untrack a now=7s              -> false | tracked a untracked
                put a q now=8s                -> 2 | put a q, ready q
                """);
    }

    @Test
    void a_lapse_is_told_as_stalled_then_popped() {
        play("""
                set grace-period 0       -> done | set grace-period=0
                put a q now=0s retries=1 -> 1 | put a q, ready q
                track a now=0s           -> true | tracked a tracked
                pop q now=0s by=joe      -> a:1 | tracked a popped
                pop q now=60s by=ann     -> a:2 | tracked a stalled, lost a by=joe, tracked a popped
                pop q now=120s by=eve    -> nothing | tracked a stalled, lost a by=ann, tracked a failed, failed a failed-retries-q by=ann: no retries left in q, a FAILED (empty)
                """);
    }

    @Test
    void a_retry_for_good_is_told_as_failed() {
        play("""
                put a q now=0s retries=0 -> 1 | put a q, ready q
                track a now=0s           -> true | tracked a tracked
                pop q now=0s by=w        -> a:1 | tracked a popped
                retry a q now=1s by=w    -> -1 | tracked a failed, a FAILED (empty)
                """);
    }

    @Test
    void a_job_that_is_not_there_can_be_tracked_unless_it_must_exist() {
        play("""
                track a now=0s          -> true | tracked a tracked
                track b now=0s existing -> JOB_NOT_FOUND
                tracked                 -> a
                put a q now=1s          -> 1 | put a q, ready q, tracked a put
                """);
    }

    @Test
    void tracking_can_tag() {
        play("""
                put a q now=0s              -> 1 | put a q, ready q
                track a now=1s tags=t,u     -> true | tracked a tracked
                tags a                      -> t u
                track missing now=1s tags=t -> true | tracked missing tracked
                with-tag t                  -> a
                """);
    }

    @Test
    void tracked_jobs_are_listed_by_since_when() {
        play("""
                track b now=0s -> true | tracked b tracked
                track a now=1s -> true | tracked a tracked
                track c now=0s -> true | tracked c tracked
                tracked        -> b c a
                track b now=5s -> false | tracked b tracked
                tracked        -> c a b
                """);
    }
}
