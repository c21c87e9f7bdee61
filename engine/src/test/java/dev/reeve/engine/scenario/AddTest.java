package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class AddTest {
    @Test
    void an_id_that_exists_is_refused_in_every_state() {
        play("""
                add a q            -> 1 | ready q
                add a q            -> JOB_EXISTS
                add a other        -> JOB_EXISTS
                lease q            -> a:1
                add a q            -> JOB_EXISTS
                complete a         -> done | a COMPLETED (empty)
                add a q            -> JOB_EXISTS
                delete a           -> done
                add a q            -> 2 | ready q
                add b q at=1h      -> 3
                add b q            -> JOB_EXISTS
                queues             -> q
                """);
    }

    @Test
    void an_add_that_is_repeated_returns_the_job_that_it_has_created() {
        play("""
                add a q klass=mail existing=return            -> 1 | ready q
                add a q klass=mail existing=return            -> 1 again
                add a q klass=mail existing=return at=1h      -> 1 again
                add a q klass=mail                            -> JOB_EXISTS
                add a other klass=mail existing=return        -> JOB_EXISTS
                add a q klass=sms existing=return             -> JOB_EXISTS
                add a q existing=return                       -> JOB_EXISTS
                add a q klass=mail existing=return data=else  -> JOB_EXISTS
                lease q                                       -> a:1
                add a q klass=mail existing=return            -> 1 again
                complete a                                    -> done | a COMPLETED (empty)
                add a q klass=mail existing=return            -> 1 again
                job a                                         -> COMPLETED attempts=1 fails=0 result=
                queues                                        -> q
                """);
    }

    @Test
    void headers_stay_with_the_job_in_their_order() {
        play("""
                add a q headers=trace,t1,baggage,b2   -> 1 | ready q
                add b q klass=mail tags=x headers=k,v -> 2 | ready q
                details a        -> headers=trace,t1,baggage,b2
                details b        -> headers=k,v
                lease q          -> a:1
                fail a boom      -> done | a FAILED boom
                requeue a        -> done | ready q
                details a        -> headers=trace,t1,baggage,b2
                tagged x         -> 2
                """);
    }

    @Test
    void a_refused_job_leaves_no_queue_behind() {
        play("""
                ~10s                        ->
                add a q at=1s ttl=5s        -> EXPIRES_BEFORE_DUE
                add a q ttl=0s              -> EXPIRES_BEFORE_DUE
                queues                      ->
                queue q                     -> none
                add a q at=5s ttl=5001ms    -> 1 | ready q
                next                        -> +10001000us
                """);
    }

    @Test
    void leasing_a_name_makes_no_queue() {
        play("""
                lease q      -> nothing
                lease q,r    -> nothing
                queues       ->
                """);
    }

    @Test
    void a_queue_stays_when_its_jobs_have_gone() {
        play("""
                add a q    -> 1 | ready q
                add b p    -> 2 | ready p
                delete a   -> done | a DELETED
                queues     -> p q
                queue q    -> ready=0 scheduled=0 leased=0
                """);
    }

    @Test
    void a_number_names_a_job_as_its_id_does() {
        play("""
                add a q       -> 1 | ready q
                add b q       -> 2 | ready q
                lease q       -> a:1
                job #1        -> LEASED attempts=1 fails=0 until=+10s
                complete #1   -> done | a COMPLETED (empty)
                delete #3     -> JOB_NOT_FOUND
                delete #0     -> JOB_NOT_FOUND
                delete #2     -> done | b DELETED
                jobs          -> 1
                """);
    }

    @Test
    void a_job_for_the_end_of_time_never_becomes_ready() {
        play("""
                add a q at=forever   -> 1
                next                     -> never
                +1000000h                ->
                """);
    }
}
