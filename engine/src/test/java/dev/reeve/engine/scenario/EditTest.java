package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class EditTest {
    @Test
    void priority_time_tags_and_attempts_of_a_waiting_job_can_be_changed() {
        play("""
                add a q                     -> 1 | ready q
                add b q                     -> 2 | ready q
                edit b prio=3               -> done
                ready q                     -> b a
                edit b prio=0               -> done
                ready q                     -> a b
                edit a at=10s tags=x,y,x    -> done
                job a                       -> SCHEDULED attempts=0 fails=0 due=+10s
                tagged y                    -> 1
                edit a tags=z               -> done
                tagged y                    ->
                tagged z                    -> 1
                edit a at=5s                -> done
                job a                       -> SCHEDULED attempts=0 fails=0 due=+5s
                edit a at=0s                -> done | ready q
                ready q                     -> a b
                edit a attempts=1           -> done
                lease q                     -> a:1
                edit a prio=2 tags=w        -> done
                +10s                        -> | a TIMED_OUT (empty)
                """);
    }

    @Test
    void a_refused_edit_changes_nothing() {
        play("""
                edit a prio=3               -> JOB_NOT_FOUND
                add a q ttl=30s             -> 1 | ready q
                edit a prio=3 at=30s        -> EXPIRES_BEFORE_DUE
                lease q                     -> a:1
                edit a at=5s tags=x         -> INVALID_TRANSITION
                tagged x                    ->
                complete a                  -> done | a COMPLETED (empty)
                edit a tags=x               -> ALREADY_ENDED
                tagged x                    ->
                """);
    }

    @Test
    void a_job_that_waits_for_its_retry_or_for_others_goes_on_so() {
        play("""
                add a q rule=retries retries=2 delays=20s  -> 1 | ready q
                fail a                      -> done
                edit a at=50s               -> done
                job a                       -> RETRYING attempts=0 fails=1 due=+50s
                edit a at=0s                -> done | ready q
                job a                       -> READY attempts=0 fails=1 retries=1
                add b q depends=a           -> 2
                edit b at=10s               -> done
                complete a                  -> done | a COMPLETED (empty)
                job b                       -> SCHEDULED attempts=0 fails=0 due=+10s
                add c q depends=b at=30s    -> 3
                edit c at=0s                -> done
                complete b                  -> done | b COMPLETED (empty), ready q
                job c                       -> READY attempts=0 fails=0
                """);
    }

    @Test
    void jobs_on_callers_clocks_can_be_edited_too() {
        play("""
                put a q now=0s tags=x,y     -> 1 | put a q, ready q
                edit a tags=y,z prio=4 at=20s attempts=3  -> done
                tags a                      -> y z
                pop q now=10s by=joe        -> nothing
                pop q now=20s by=joe        -> a:1
                """);
    }

    @Test
    void a_job_starts_anew_at_once_or_at_a_time() {
        play("""
                add a q attempts=1 fails=1 ttl=100s  -> 1 | ready q
                lease q                     -> a:1
                fail a why                  -> done | a FAILED why
                requeue a                   -> done | ready q
                job a                       -> READY attempts=1 fails=1
                cancel a keep               -> done | a CANCELLED (empty)
                requeue a anew at=100s      -> EXPIRES_BEFORE_DUE
                requeue a anew at=10s       -> done
                job a                       -> SCHEDULED attempts=0 fails=0 due=+10s
                requeue a anew              -> INVALID_TRANSITION
                +10s                        -> | ready q
                lease q                     -> a:2
                +10s                        -> | a TIMED_OUT (empty)
                requeue a anew              -> done | ready q
                job a                       -> READY attempts=0 fails=0
                complete a                  -> done | a COMPLETED (empty)
                requeue a anew              -> INVALID_TRANSITION
                """);
    }
}
