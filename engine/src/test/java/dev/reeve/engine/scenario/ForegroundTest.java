package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Jobs that live only as long as a caller waits for them. */
class ForegroundTest {
    @Test
    void it_goes_when_nobody_takes_it_in_time() {
        play("""
                add a q wait=5s keep=0s   -> 1 | ready q
                +4999ms                   ->
                +1ms                      -> | a NOT_TAKEN
                jobs                      -> 0
                evicted                   -> 0
                """);
    }

    @Test
    void without_time_to_wait_it_goes_with_the_next_entry() {
        play("""
                add a q wait=0s keep=0s   -> 1 | ready q
                next                      -> +0s
                lease q                   -> nothing | a NOT_TAKEN
                """);
    }

    @Test
    void once_taken_it_has_until_the_end_of_the_lease() {
        play("""
                add a q wait=5s keep=0s   -> 1 | ready q
                lease q                   -> a:1
                +9s                       ->
                +1s                       -> | a NOT_FINISHED
                jobs                      -> 0
                evicted                   -> 0
                """);
    }

    @Test
    void its_result_travels_with_its_end() {
        play("""
                add a q wait=5s keep=0s   -> 1 | ready q
                lease q                   -> a:1
                complete a fine           -> done | a COMPLETED fine
                jobs                      -> 0
                add b q wait=5s keep=0s   -> 2 | ready q
                lease q                   -> b:2
                fail b why                -> done | b FAILED why
                jobs                      -> 0
                """);
    }

    @Test
    void it_is_gone_after_its_end_whatever_else_was_agreed() {
        play("""
                add a q wait=5s keep=forever fails=5 attempts=5   -> 1 | ready q
                lease q                                           -> a:1
                fail a why                                        -> done | a FAILED why
                jobs                                              -> 0
                add b q wait=5s keep=forever                      -> 2 | ready q
                complete b fine                                   -> done | b COMPLETED fine
                jobs                                              -> 0
                add c q wait=5s keep=forever attempts=5           -> 3 | ready q
                lease q                                           -> c:2
                +10s                                              -> | c NOT_FINISHED
                jobs                                              -> 0
                """);
    }

    @Test
    void its_time_to_live_is_no_eviction() {
        play("""
                add a q wait=1h ttl=5s keep=0s   -> 1 | ready q
                +5s                              -> | a EXPIRED
                evicted                          -> 0
                """);
    }

    @Test
    void an_abandoned_one_goes_unless_a_worker_has_it() {
        play("""
                add a q wait=5s keep=0s   -> 1 | ready q
                abandon a                 -> done | a ABANDONED
                abandon a                 -> JOB_NOT_FOUND
                add b q wait=5s keep=0s   -> 2 | ready q
                lease q                   -> b:1
                abandon b                 -> done
                job b                     -> LEASED attempts=1 fails=0 until=+10s
                complete b fine           -> done | b COMPLETED fine
                jobs                      -> 0
                """);
    }

    @Test
    void other_jobs_cannot_be_abandoned() {
        play("""
                add a q      -> 1 | ready q
                abandon a    -> done
                abandonall   -> done
                job a        -> READY attempts=0 fails=0
                """);
    }

    @Test
    void all_of_them_can_be_abandoned_at_once() {
        play("""
                add a q wait=5s keep=0s          -> 1 | ready q
                add b q wait=5s keep=0s          -> 2 | ready q
                add c q                          -> 3 | ready q
                add d p wait=5s keep=0s          -> 4 | ready p
                add e r wait=5s keep=0s at=1s    -> 5
                lease q                          -> a:1
                abandonall                       -> done | b ABANDONED, d ABANDONED, e ABANDONED
                ready q                          -> c
                +10s                             -> | a NOT_FINISHED
                """);
    }

    @Test
    void an_undelivered_one_waits_on_while_its_time_lasts() {
        play("""
                add a q wait=5s keep=0s         -> 1 | ready q
                lease q                         -> a:1
                ~2s                             ->
                release a token=1 undelivered   -> done | ready q
                next                            -> +5s
                lease q                         -> a:2
                ~4s                             ->
                release a token=2 undelivered   -> done | ready q
                lease q                         -> nothing | a NOT_TAKEN
                """);
    }

    @Test
    void a_deleted_one_wakes_its_caller() {
        play("""
                add a q wait=5s keep=0s   -> 1 | ready q
                delete a                  -> done | a DELETED
                """);
    }
}
