package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class MoveTest {
    @Test
    void a_job_that_waits_goes_on_waiting_in_the_other_queue() {
        play("""
                add a q prio=3              -> 1 | ready q
                add b q at=10s              -> 2
                add c q rule=retries retries=2 delays=20s  -> 3 | ready q
                fail c                      -> done
                add d q depends=a           -> 4
                moveto a r                  -> done | ready r
                moveto b r                  -> done
                moveto c r                  -> done
                moveto d r                  -> done
                queues                      -> q r
                ready r                     -> a
                job a                       -> READY attempts=0 fails=0
                job b                       -> SCHEDULED attempts=0 fails=0 due=+10s
                job c                       -> RETRYING attempts=0 fails=1 due=+20s
                job d                       -> DEPENDS attempts=0 fails=0
                lease r                     -> a:1
                complete a                  -> done | a COMPLETED (empty), ready r
                +20s                        -> | ready r, ready r
                ready r                     -> d b c
                """);
    }

    @Test
    void an_ended_job_starts_anew_and_keeps_its_history() {
        play("""
                add a q rule=attempts attempts=1 keep=1h -> 1 | ready q
                lease q by=joe              -> a:1
                fail a by=joe error=Smtp:busy:trace  -> FAILED | a FAILED (empty) (Smtp)
                failures                    -> q/Smtp:1 +0s +0s a busy
                moveto a q                  -> done | ready q
                job a                       -> READY attempts=0 fails=0
                failures                    ->
                lease q by=joe              -> a:3
                fail a by=joe error=Smtp:busy:trace  -> FAILED | a FAILED (empty) (Smtp)
                moveto a r                  -> done | ready r
                history a                   -> +0s put q, +0s failed q/Smtp by=joe, +0s put q, +0s popped by=joe, +0s failed q/Smtp by=joe, +0s put r
                lease r                     -> a:5
                """);
    }

    @Test
    void a_job_that_is_held_or_completed_or_there_already_stays() {
        play("""
                moveto a r                  -> JOB_NOT_FOUND
                add a q                     -> 1 | ready q
                moveto a q                  -> INVALID_TRANSITION
                lease q                     -> a:1
                moveto a r                  -> INVALID_TRANSITION
                complete a                  -> done | a COMPLETED (empty)
                moveto a r                  -> INVALID_TRANSITION
                queues                      -> q
                """);
    }

    @Test
    void a_job_leaves_a_deleted_queue() {
        play("""
                add a q keep=1h             -> 1 | ready q
                lease q                     -> a:1
                fail a                      -> done | a FAILED (empty)
                deletequeue q               -> done
                moveto a q                  -> done | ready q
                ready q                     -> a
                """);
    }
}
