package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Completed jobs stay until they are too old or too many. */
class CallerHistoryTest {
    @Test
    void those_beyond_the_number_go_the_first_completed_first() {
        play("""
                set jobs-history-count 2  -> done | set jobs-history-count=2
                put a q now=0s            -> 1 | put a q, ready q
                put b q now=0s            -> 2 | put b q, ready q
                put c q now=0s            -> 3 | put c q, ready q
                pop q now=0s by=w count=3 -> c:1 b:2 a:3
                complete b now=3s by=w    -> done | completed b q, b COMPLETED (empty)
                complete a now=2s by=w    -> done | completed a q, a COMPLETED (empty)
                completed                 -> b a
                complete c now=4s by=w    -> done | completed c q, c COMPLETED (empty)
                completed                 -> c b
                job a                     -> none
                """);
    }

    @Test
    void those_beyond_the_age_go_with_the_next_completion() {
        play("""
                set jobs-history 10       -> done | set jobs-history=10
                put a q now=0s            -> 1 | put a q, ready q
                put b q now=0s            -> 2 | put b q, ready q
                pop q now=0s by=w count=2 -> b:1 a:2
                complete a now=1s by=w    -> done | completed a q, a COMPLETED (empty)
                peek q now=100s           -> b
                job a                     -> COMPLETED attempts=1 fails=0 result=
                complete b now=11s by=w   -> done | completed b q, b COMPLETED (empty)
                completed                 -> b
                """);
    }

    @Test
    void a_count_of_none_keeps_none() {
        play("""
                set jobs-history-count 0 -> done | set jobs-history-count=0
                put a q now=0s           -> 1 | put a q, ready q
                put b q now=0s depends=a -> 2 | put b q
                pop q now=0s by=w        -> a:1
                complete a now=1s by=w   -> done | completed a q, a COMPLETED (empty), ready q
                jobs                     -> 1
                job b                    -> READY attempts=0 fails=0
                """);
    }

    @Test
    void what_failed_is_not_counted() {
        play("""
                set jobs-history-count 1   -> done | set jobs-history-count=1
                put a q now=0s             -> 1 | put a q, ready q
                put b q now=0s             -> 2 | put b q, ready q
                put c q now=0s             -> 3 | put c q, ready q
                pop q now=0s by=w count=3  -> c:1 b:2 a:3
                fail a now=1s by=w group=g -> done | failed a g by=w: , a FAILED (empty)
                complete b now=2s by=w     -> done | completed b q, b COMPLETED (empty)
                complete c now=3s by=w     -> done | completed c q, c COMPLETED (empty)
                job a                      -> FAILED attempts=1 fails=1 result=
                completed                  -> c
                """);
    }

    @Test
    void a_jobs_history_keeps_its_first_and_its_latest_events() {
        play("""
                set max-job-history 3 -> done | set max-job-history=3
                put a q now=0s        -> 1 | put a q, ready q
                log a one now=1s      -> done
                log a two now=2s      -> done
                log a three now=3s    -> done
                history a             -> +0s put q, +2s two, +3s three
                log missing x now=1s  -> JOB_NOT_FOUND
                """);
    }

    @Test
    void notes_are_kept_in_order() {
        play("""
                put a q now=0s       -> 1 | put a q, ready q
                log a started now=1s -> done
                pop q now=2s by=w    -> a:1
                history a            -> +0s put q, +1s started, +2s popped by=w
                """);
    }
}
