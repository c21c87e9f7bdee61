package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class QueueTest {
    @Test
    void a_job_takes_the_terms_of_its_queue_unless_it_has_its_own() {
        play("""
                create a q                  -> QUEUE_NOT_FOUND
                configure q ttr=5s rule=retries retries=1  -> true
                create a q                  -> 1 | ready q
                create b q ttr=20s          -> 2 | ready q
                configure q ttr=7s          -> false
                lease q                     -> a:1
                lease q                     -> b:2
                +5s                         -> | ready q
                lease q                     -> a:3
                +5s                         -> | a TIMED_OUT (empty)
                job b                       -> LEASED attempts=1 fails=0 until=+20s
                """);
    }

    @Test
    void tags_find_jobs_by_number() {
        play("""
                configure q             -> true
                create a q tags=x,y     -> 1 | ready q
                create b q tags=y       -> 2 | ready q
                tagged y                -> 1,2
                tagged x                -> 1
                delete a                -> done | a DELETED
                tagged y                -> 2
                tagged x                ->
                """);
    }

    @Test
    void a_deleted_queue_takes_what_waits_and_leaves_the_rest() {
        play("""
                configure q rule=retries retries=3  -> true
                create a q              -> 1 | ready q
                create b q              -> 2 | ready q
                create c q              -> 3 | ready q
                lease q count=2         -> a:1 b:2
                status a completed      -> done | a COMPLETED (empty)
                deletequeue q           -> done
                queues                  ->
                tick                    -> | c DELETED
                jobs                    -> 2
                deletequeue q           -> QUEUE_NOT_FOUND
                lease q                 -> nothing
                status b failed         -> done | b FAILED (empty)
                status b queued         -> QUEUE_NOT_FOUND
                queues                  ->
                job b                   -> FAILED attempts=1 fails=1 result=
                configure q             -> true
                status b queued         -> done | ready q
                queue q                 -> ready=1 scheduled=0 leased=0
                delete a                -> done
                jobs                    -> 1
                """);
    }

    @Test
    void a_lease_of_a_deleted_queue_is_not_tried_again() {
        play("""
                configure q rule=retries retries=3  -> true
                create a q ttr=5s       -> 1 | ready q
                create b q              -> 2 | ready q
                lease q count=2         -> a:1 b:2
                deletequeue q           -> done
                add c q                 -> 3 | ready q
                +5s                     -> | a TIMED_OUT (empty)
                release b token=2       -> done | b DELETED
                ready q                 -> c
                """);
    }

    @Test
    void a_deleted_queue_leaves_the_jobs_that_wait_for_a_retry_as_ended() {
        play("""
                configure q rule=retries retries=3 delays=20s  -> true
                create a q              -> 1 | ready q
                create b q              -> 2 | ready q
                lease q count=2         -> a:1 b:2
                status a failed why     -> done
                +10s                    ->
                job b                   -> RETRYING attempts=1 fails=0 timedout due=+30s
                deletequeue q           -> done
                tick                    -> | a FAILED why, b TIMED_OUT (empty)
                job a                   -> FAILED attempts=1 fails=1 result=why
                job b                   -> TIMED_OUT attempts=1 fails=0 timedout result=
                next                    -> never
                totals                  -> created=2 failed=1 timed_out=1
                """);
    }

    @Test
    void a_retry_that_is_due_before_its_deleted_queue_is_swept_is_given_up_all_the_same() {
        play("""
                configure q rule=retries retries=3 delays=20s  -> true
                create a q              -> 1 | ready q
                lease q                 -> a:1
                status a failed why     -> done
                deletequeue q           -> done
                +20s                    -> | a FAILED why
                job a                   -> FAILED attempts=1 fails=1 result=why
                """);
    }
}
