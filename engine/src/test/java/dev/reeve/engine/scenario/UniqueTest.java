package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** One job of a queue holds a unique key at a time. */
class UniqueTest {
    @Test
    void a_key_is_held_until_the_job_has_ended() {
        play("""
                add a q unique=k              -> 1 | ready q
                add b q unique=k              -> 1 again
                lease q                       -> a:1
                add b q unique=k              -> 1 again
                complete a                    -> done | a COMPLETED (empty)
                add b q unique=k              -> 2 | ready q
                jobs                          -> 2
                """);
    }

    @Test
    void the_key_counts_within_its_queue() {
        play("""
                add a q unique=k              -> 1 | ready q
                add b p unique=k              -> 2 | ready p
                add c q unique=l              -> 3 | ready q
                """);
    }

    @Test
    void a_duplicate_may_be_refused() {
        play("""
                add a q unique=k                  -> 1 | ready q
                add b q unique=k else=refuse      -> KEY_TAKEN (a)
                addall b q ; c q unique=k else=refuse ; d q unique=k  -> 2 ; KEY_TAKEN ; 1 again | ready q
                addall ornone e q unique=l else=refuse ; f q unique=l else=refuse  -> 0 ; KEY_TAKEN
                addall ornone e q unique=l else=refuse ; f q unique=l              -> 3 ; 3 again | ready q
                addall ornone g q ; h q unique=k else=refuse                       -> 0 ; KEY_TAKEN
                jobs                                                               -> 3
                """);
    }

    @Test
    void the_id_is_looked_at_first() {
        play("""
                add a q unique=k existing=return               -> 1 | ready q
                add b q unique=l existing=return               -> 2 | ready q
                add b q unique=l existing=return else=refuse   -> 2 again
                add b q unique=k                               -> JOB_EXISTS
                """);
    }

    @Test
    void a_key_may_be_held_until_the_first_lease() {
        play("""
                add a q unique=k unleased      -> 1 | ready q
                add b q unique=k unleased      -> 1 again
                lease q                        -> a:1
                add b q unique=k unleased      -> 2 | ready q
                add c q unique=k unleased      -> 2 again
                # The key is taken, so a goes on without it.
                release a undelivered          -> done | ready q
                content a                      -> payload of a prio=0 due=+0s unique=none
                delete b                       -> done | b DELETED
                add c q unique=k unleased      -> 3 | ready q
                """);
    }

    @Test
    void an_undelivered_lease_gives_the_key_back_if_it_is_free() {
        play("""
                add a q unique=k unleased      -> 1 | ready q
                lease q                        -> a:1
                release a undelivered          -> done | ready q
                add b q unique=k               -> 1 again
                """);
    }

    @Test
    void a_key_is_held_for_a_time_whatever_becomes_of_the_job() {
        play("""
                add a q unique=k holds=60s keep=0s -> 1 | ready q
                lease q                        -> a:1
                complete a ok                  -> done | a COMPLETED ok
                +59s                           ->
                add b q unique=k               -> 1 again
                job a                          -> COMPLETED attempts=1 fails=0 result=ok
                +1s                            ->
                job a                          -> none
                add b q unique=k               -> 2 | ready q
                """);
    }

    @Test
    void a_deleted_job_gives_its_key_up() {
        play("""
                add a q unique=k holds=60s     -> 1 | ready q
                delete a                       -> done | a DELETED
                add b q unique=k               -> 2 | ready q
                deletequeue q                  -> done
                add c q unique=k               -> 3 | b DELETED, ready q
                """);
    }

    @Test
    void a_waiting_job_takes_over_payload_priority_and_time() {
        play("""
                add a q unique=k at=10s                                -> 1
                +5s                                                    ->
                add b q unique=k at=15s prio=3 data=new else=replace   -> 1 again
                content a                                              -> new prio=3 due=+15s unique=k
                +9s                                                    ->
                states a b                                             -> a=scheduled
                add c q unique=k data=now else=replace                 -> 1 again | ready q
                content a                                              -> now prio=0 due=+14s unique=k
                add d q unique=k at=99h ttl=1s else=replace            -> 1 again
                delete a                                               -> done | a DELETED
                add a q unique=k ttl=10s                               -> 2 | ready q
                add b q unique=k at=99h else=replace                   -> EXPIRES_BEFORE_DUE
                """);
    }

    @Test
    void a_leased_job_gets_one_successor_that_starts_when_it_has_ended() {
        play("""
                add a q unique=k                           -> 1 | ready q
                lease q                                    -> a:1
                add b q unique=k data=1 else=replace       -> 2
                add c q unique=k data=2 else=replace       -> 2 again
                content b                                  -> 2 prio=0 due=+0s unique=k
                add d q unique=k                           -> 1 again
                add d q unique=k else=refuse               -> KEY_TAKEN (a)
                states a b                                 -> a=leased b=depends
                lease q                                    -> nothing
                complete a                                 -> done | a COMPLETED (empty), ready q
                add d q unique=k else=refuse               -> KEY_TAKEN (b)
                lease q                                    -> b:2
                add e q unique=k else=replace              -> 3
                # What fails for good has ended too.
                fail b                                     -> done | b FAILED (empty), ready q
                states b e                                 -> b=failed e=ready
                """);
    }

    @Test
    void a_successor_waits_while_the_job_is_retried() {
        play("""
                add a q unique=k rule=retries delays=5s retries=1 -> 1 | ready q
                lease q                                    -> a:1
                add b q unique=k data=1 else=replace       -> 2
                fail a                                     -> done
                add c q unique=k data=2 else=replace       -> 2 again
                states a b                                 -> a=retrying b=depends
                content b                                  -> 2 prio=0 due=+0s unique=k
                +5s                                        -> | ready q
                lease q                                    -> a:2
                timeout a                                  -> done | a TIMED_OUT (empty), ready q
                lease q                                    -> b:3
                """);
    }

    @Test
    void a_successor_of_an_ended_job_waits_until_the_key_is_free() {
        play("""
                add a q unique=k holds=60s                 -> 1 | ready q
                lease q                                    -> a:1
                complete a                                 -> done | a COMPLETED (empty)
                add b q unique=k data=1 else=replace       -> 2
                add c q unique=k data=2 else=replace       -> 2 again
                add d q unique=k                           -> 1 again
                +59s                                       ->
                lease q                                    -> nothing
                +1s                                        -> | ready q
                lease q                                    -> b:2
                """);
    }

    @Test
    void the_successor_of_a_job_that_is_gone_holds_the_key() {
        play("""
                add a q unique=k                           -> 1 | ready q
                lease q                                    -> a:1
                add b q unique=k else=replace              -> 2
                delete a                                   -> done | a DELETED, ready q
                add c q unique=k else=refuse               -> KEY_TAKEN (b)
                """);
    }

    @Test
    void a_successor_that_is_leased_early_has_no_key_any_more() {
        play("""
                add a q unique=k                           -> 1 | ready q
                lease q                                    -> a:1
                add b q unique=k else=replace              -> 2
                undepend b a                               -> done | ready q
                lease q                                    -> b:2
                content b                                  -> payload of b prio=0 due=+0s unique=none
                add c q unique=k else=replace              -> 3
                states a b c                               -> a=leased b=leased c=depends
                """);
    }

    @Test
    void a_retry_never_asks_and_a_job_whose_key_is_taken_goes_on_without() {
        play("""
                add a q unique=k keep=1h       -> 1 | ready q
                lease q                        -> a:1
                fail a                         -> done | a FAILED (empty)
                requeue a                      -> done | ready q
                add b q unique=k               -> 1 again
                lease q                        -> a:2
                fail a                         -> done | a FAILED (empty)
                add b q unique=k               -> 2 | ready q
                requeue a                      -> done | ready q
                content a                      -> payload of a prio=0 due=+0s unique=none
                add c q unique=k               -> 2 again
                complete b                     -> done | b COMPLETED (empty)
                add c q unique=k               -> 3 | ready q
                """);
    }

    @Test
    void a_job_that_is_moved_takes_its_key_along_if_it_is_free_there() {
        play("""
                add a q unique=k               -> 1 | ready q
                add b q unique=l               -> 2 | ready q
                add c p unique=l               -> 3 | ready p
                put a p now=0s                 -> 1 | put a p, ready p
                put b p now=0s                 -> 2 | put b p, ready p
                add d p unique=k else=refuse   -> KEY_TAKEN (a)
                add d p unique=l else=refuse   -> KEY_TAKEN (c)
                content b                      -> {} prio=0 due=+0s unique=none
                add d q unique=k               -> 4 | ready q
                """);
    }
}
