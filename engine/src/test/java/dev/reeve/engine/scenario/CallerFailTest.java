package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Failures by a caller's clock are final and grouped. */
class CallerFailTest {
    @Test
    void a_failure_is_final_whatever_retries_are_left() {
        play("""
                put a q now=0s retries=5                  -> 1 | put a q, ready q
                pop q now=1s by=w                         -> a:1
                fail a oops now=2s by=w group=g data=half -> done | failed a g by=w: oops, a FAILED oops
                job a                                     -> FAILED attempts=1 fails=1 result=oops
                about a                                   -> q klass=k prio=0 retries=5 data=half
                failure a                                 -> g +2s by=w: oops
                failed g                                  -> a
                groups                                    -> g
                history a                                 -> +0s put q, +1s popped by=w, +2s failed g by=w
                stats q now=2s                            -> waits=1x1.0s failures=1 failed=1
                """);
    }

    @Test
    void the_time_of_a_failure_is_in_whole_seconds() {
        play("""
                put a q now=0s                      -> 1 | put a q, ready q
                pop q now=0s by=w                   -> a:1
                fail a oops now=1500ms by=w group=g -> done | failed a g by=w: oops, a FAILED oops
                failure a                           -> g +1s by=w: oops
                history a                           -> +0s put q, +0s popped by=w, +1500000us failed g by=w
                """);
    }

    @Test
    void a_job_that_nobody_has_can_be_failed_without_a_claim() {
        play("""
                put a q now=0s             -> 1 | put a q, ready q
                fail a oops now=1s group=g -> done | failed a g: oops, a FAILED oops
                failure a                  -> g +1s: oops
                put b q now=0s delay=5s    -> 2 | put b q
                fail b oops now=1s group=g -> done | failed b g: oops, b FAILED oops
                put c q now=0s             -> 3 | put c q, ready q
                put d q now=0s depends=c   -> 4 | put d q
                fail d oops now=1s group=g -> done | failed d g: oops, d FAILED oops
                dependents c               ->
                failed g                   -> d b a
                """);
    }

    @Test
    void without_a_group_a_failure_is_filed_under_the_default_one() {
        play("""
                put a q now=0s          -> 1 | put a q, ready q
                pop q now=0s by=w       -> a:1
                fail a oops now=1s by=w -> done | a FAILED oops
                failure a               -> failed +1s by=w: oops
                groups                  -> failed
                job a                   -> FAILED attempts=1 fails=1 result=oops
                """);
    }

    @Test
    void a_group_lists_the_latest_failure_first() {
        play("""
                put a q now=0s               -> 1 | put a q, ready q
                put b q now=1s               -> 2 | put b q, ready q
                put c q now=2s               -> 3 | put c q, ready q
                pop q now=2s by=w count=3    -> a:1 b:2 c:3
                fail b x now=9s by=w group=g -> done | failed b g by=w: x, b FAILED x
                fail a x now=8s by=w group=g -> done | failed a g by=w: x, a FAILED x
                fail c x now=7s by=w group=h -> done | failed c h by=w: x, c FAILED x
                failed g                     -> a b
                groups                       -> g h
                """);
    }

    @Test
    void those_that_failed_first_are_brought_back_first() {
        play("""
                put a q now=0s               -> 1 | put a q, ready q
                put b q now=1s               -> 2 | put b q, ready q
                put c q now=2s               -> 3 | put c q, ready q
                pop q now=2s by=w count=3    -> a:1 b:2 c:3
                fail c x now=5s by=w group=g -> done | failed c g by=w: x, c FAILED x
                fail a x now=5s by=w group=g -> done | failed a g by=w: x, a FAILED x
                fail b x now=5s by=w group=g -> done | failed b g by=w: x, b FAILED x
                unfail r g now=6s count=2    -> 2 | ready r
                ready r                      -> c a
                failed g                     -> b
                job c                        -> READY attempts=1 fails=1
                history c                    -> +2s put q, +2s popped by=w, +5s failed g by=w, +6s put r
                unfail r g now=7s            -> 1 | ready r
                ready r                      -> c a b
                unfail r g now=8s            -> 0
                unfail r missing now=8s      -> 0
                groups                       ->
                """);
    }

    @Test
    void a_job_brought_back_has_its_retries_again() {
        play("""
                set grace-period 0                -> done | set grace-period=0
                put a q now=0s retries=0          -> 1 | put a q, ready q
                pop q now=0s by=joe               -> a:1
                pop q now=60s by=ann              -> nothing | lost a by=joe, failed a failed-retries-q by=joe: no retries left in q, a FAILED (empty)
                unfail q failed-retries-q now=61s -> 1 | ready q
                job a                             -> READY attempts=1 fails=0
                failure a                         -> failed-retries-q +60s: no retries left in q
                stats q now=0s                    -> waits=1x0.0s failures=1 failed=1 retries=1
                """);
    }
}
