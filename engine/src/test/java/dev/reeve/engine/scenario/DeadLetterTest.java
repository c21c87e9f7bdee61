package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Dead letter queues. */
class DeadLetterTest {
    @Test
    void a_job_that_failed_for_good_moves_with_its_history_and_error_and_starts_anew() {
        play("""
                add a q rule=backoff attempts=2 delays=0s                  -> 1 | ready q
                dead-letter q dead                              -> done
                lease q                                         -> a:1
                fail a error=Timeout:late:trace                 -> READY due=+0s | ready q
                lease q                                         -> a:3
                fail a error=Timeout:late:trace lease=3         -> FAILED | a FAILED (empty) (Timeout), ready dead
                fail a error=Timeout:late:trace lease=3         -> FAILED
                ready dead                                      -> a
                job a                                           -> READY attempts=0 fails=0
                details a                                       -> end=failed error=Timeout:late:trace:+0s
                totals                                          -> created=1 retried=1 failed=2
                """);
    }

    @Test
    void a_lapse_without_a_retry_moves_the_job_too() {
        play("""
                add a q attempts=1 ttr=1s                       -> 1 | ready q
                dead-letter q dead                              -> done
                lease q                                         -> a:1
                +1s                                             -> | a TIMED_OUT (empty), ready dead
                ready dead                                      -> a
                """);
    }

    @Test
    void no_job_goes_in_circles() {
        play("""
                add a q attempts=1                              -> 1 | ready q
                dead-letter q dead                              -> done
                dead-letter dead q                              -> done
                lease q                                         -> a:1
                fail a                                          -> done | a FAILED (empty), ready dead
                lease dead                                      -> a:3
                fail a                                          -> done | a FAILED (empty), ready q
                lease q                                         -> a:5
                fail a                                          -> done | a FAILED (empty)
                job a                                           -> FAILED attempts=1 fails=1 result=
                """);
    }

    @Test
    void a_queue_is_not_its_own_dead_letter_queue_and_may_have_none() {
        play("""
                add a q attempts=1                              -> 1 | ready q
                dead-letter q q                                 -> done
                lease q                                         -> a:1
                fail a                                          -> done | a FAILED (empty)
                dead-letter q dead                              -> done
                dead-letter q                                   -> done
                add b q attempts=1                              -> 2 | ready q
                lease q                                         -> b:2
                fail b                                          -> done | b FAILED (empty)
                dead-letter none dead                           -> QUEUE_NOT_FOUND
                """);
    }

    @Test
    void for_dependents_and_batch_it_has_failed_until_it_completes() {
        play("""
                add x q                                         -> 1 | ready q
                dead-letter q dead                              -> done
                open b failure complete success : a q attempts=1 ; c r depends=a iffails=cancel    -> opened 2 ; 3 | ready q
                lease q count=2                                 -> x:1 a:2
                fail a                                          -> done | a FAILED (empty), ready failure, ready dead, c CANCELLED (empty), ready complete
                batch b                                         -> 2 pending=0 completed=0 failed=1 cancelled=1 complete=+0s failure=+0s
                lease dead                                      -> a:4
                complete a ok                                   -> done | a COMPLETED ok, ready r
                job c                                           -> READY attempts=0 fails=0
                """);
    }

    @Test
    void a_retry_of_the_batch_brings_it_back_to_its_queue() {
        play("""
                add x q                                         -> 1 | ready q
                dead-letter q dead                              -> done
                open b : a q attempts=1 ; c r depends=a iffails=cancel    -> opened 2 ; 3 | ready q
                lease q count=2                                 -> x:1 a:2
                fail a                                          -> done | a FAILED (empty), ready dead, c CANCELLED (empty)
                retry-batch b                                   -> done | ready q
                ready q                                         -> a
                batch b                                         -> 2 pending=2 completed=0 failed=0 cancelled=0
                """);
    }

    @Test
    void a_deleted_dead_letter_queue_is_made_again_unless_memory_is_full() {
        play("""
                add a q attempts=1                              -> 1 | ready q
                add b q attempts=1                              -> 2 | ready q
                dead-letter q dead                              -> done
                deletequeue dead                                -> done
                lease q count=2                                 -> a:1 b:2
                fail a                                          -> done | a FAILED (empty), ready dead
                memory 1                                        -> done
                fail b                                          -> done | b FAILED (empty)
                """);
    }
}
