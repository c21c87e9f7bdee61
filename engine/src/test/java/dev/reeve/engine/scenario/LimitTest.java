package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Limits by key: how many jobs run at a time over all queues, how often they start, and in which order. */
class LimitTest {
    @Test
    void a_key_has_as_many_ready_jobs_as_free_slots() {
        play("""
                limit tenant:* max=2            -> true
                add a q key=tenant:7            -> 1 | ready q
                add b q key=tenant:7            -> 2 | ready q
                add c q key=tenant:7            -> 3
                add d q key=tenant:8            -> 4 | ready q
                add e q                         -> 5 | ready q
                states a b c d e                -> a=ready b=ready c=throttled d=ready e=ready
                numbers q                       -> ready=4 throttled=1 since=+0s
                lease q count=9                 -> a:1 b:2 d:3 e:4
                lease q                         -> nothing
                complete b                      -> done | b COMPLETED (empty), ready q
                lease q                         -> c:5
                """);
    }

    @Test
    void a_key_counts_over_all_queues_and_a_queue_without_workers_holds_no_slot() {
        play("""
                limit k max=1                   -> true
                add a p key=k                   -> 1 | ready p
                add b q key=k                   -> 2 | ready q
                add c q key=k                   -> 3
                lease q                         -> b:1
                states a b c                    -> a=throttled b=leased c=throttled
                lease p                         -> nothing
                complete b                      -> done | b COMPLETED (empty), ready q, ready p
                states a c                      -> a=ready c=ready
                lease p,q count=2 order=listed  -> a:2
                """);
    }

    @Test
    void a_better_job_changes_places_with_the_worst_admitted_one() {
        play("""
                limit k max=1                   -> true
                add a q key=k                   -> 1 | ready q
                add b q key=k prio=5            -> 2 | ready q
                states a b                      -> a=throttled b=ready
                edit a prio=9                   -> done | ready q
                states a b                      -> a=ready b=throttled
                edit a prio=1                   -> done | ready q
                states a b                      -> a=throttled b=ready
                edit b at=1h                    -> done | ready q
                states a b                      -> a=ready b=scheduled
                """);
    }

    @Test
    void every_end_of_a_lease_frees_the_slot() {
        play("""
                limit k max=1                                      -> true
                add a q key=k rule=retries delays=9s retries=9     -> 1 | ready q
                add b q key=k                                      -> 2
                lease q                                            -> a:1
                release a undelivered                              -> done | ready q
                states a b                                         -> a=ready b=throttled
                lease q                                            -> a:2
                fail a                                             -> done | ready q
                states a b                                         -> a=retrying b=ready
                lease q for=1s                                     -> b:3
                cancel b                                           -> done | canceled b q, b DELETED
                +9s                                                -> | ready q
                lease q for=1s                                     -> a:4
                add c q key=k                                      -> 3
                delete a                                           -> done | a DELETED, ready q
                """);
    }

    @Test
    void the_longest_pattern_counts_and_a_key_before_all() {
        play("""
                limit * max=1                   -> true
                limit a:* max=2                 -> true
                limit a:b max=3                 -> true
                addall 1 q key=x ; 2 q key=x    -> 1 ; 2 | ready q
                addall 3 q key=a: ; 4 q key=a: ; 5 q key=a:   -> 3 ; 4 ; 5 | ready q, ready q
                addall 6 q key=a:b ; 7 q key=a:b ; 8 q key=a:b ; 9 q key=a:b -> 6 ; 7 ; 8 ; 9 | ready q, ready q, ready q
                numbers q                       -> ready=6 throttled=3 since=+0s
                limit a:b max=1                 -> false
                numbers q                       -> ready=4 throttled=5 since=+0s
                droplimit a:b                   -> true | ready q
                droplimit a:b                   -> false
                numbers q                       -> ready=5 throttled=4 since=+0s
                droplimit *                     -> true | ready q
                droplimit a:*                   -> true | ready q, ready q, ready q
                numbers q                       -> ready=9 since=+0s
                """);
    }

    @Test
    void running_jobs_are_left_alone() {
        play("""
                addall a q key=k ; b q key=k ; c q key=k ; d q key=k  -> 1 ; 2 ; 3 ; 4 | ready q, ready q, ready q, ready q
                lease q count=3                 -> a:1 b:2 c:3
                limit k max=2                   -> true
                states a b c d                  -> a=leased b=leased c=leased d=throttled
                complete a                      -> done | a COMPLETED (empty)
                complete b                      -> done | b COMPLETED (empty), ready q
                """);
    }

    @Test
    void an_ordered_key_waits_for_the_retry_of_its_job() {
        play("""
                limit k ordered                                    -> true
                add a q key=k rule=retries delays=5s retries=9     -> 1 | ready q
                add b q key=k prio=9                               -> 2 | ready q
                add c p key=k                                      -> 3 | ready p
                states a b c                                       -> a=throttled b=ready c=ready
                edit b at=1h                                       -> done | ready q
                lease q                                            -> a:1
                edit b at=0s                                       -> done
                fail a                                             -> done
                states a b c                                       -> a=retrying b=throttled c=throttled
                +5s                                                -> | ready q
                states a b c                                       -> a=ready b=throttled c=throttled
                lease p,q                                          -> a:2
                complete a                                         -> done | a COMPLETED (empty), ready q, ready p
                states b c                                         -> b=ready c=ready
                """);
    }

    @Test
    void a_job_of_an_ordered_key_that_is_given_back_gives_up_the_slot() {
        play("""
                limit k ordered                 -> true
                add a q key=k                   -> 1 | ready q
                add b q key=k                   -> 2
                lease q                         -> a:1
                release a delay=1m              -> done | ready q
                lease q                         -> b:2
                """);
    }

    @Test
    void a_key_that_is_ordered_no_longer_keeps_no_slot() {
        play("""
                limit k ordered                                    -> true
                add a q key=k rule=retries delays=5s retries=9     -> 1 | ready q
                add b q key=k                                      -> 2
                lease q                                            -> a:1
                fail a                                             -> done
                limit k max=1                                      -> false | ready q
                states a b                                         -> a=retrying b=ready
                """);
    }

    @Test
    void a_rate_lets_jobs_start_evenly_and_some_at_once_after_a_pause() {
        play("""
                limit k rate=1/10s burst=2      -> true
                addall a q key=k ; b q key=k ; c q key=k ; d q key=k  -> 1 ; 2 ; 3 ; 4 | ready q, ready q
                next                            -> never
                lease q count=9 for=1h          -> a:1 b:2
                next                            -> +10s
                +9s                             ->
                lease q                         -> nothing
                +1s                             -> | ready q
                lease q                         -> c:3
                complete a                      -> done | a COMPLETED (empty)
                next                            -> +20s
                complete b                      -> done | b COMPLETED (empty)
                complete c                      -> done | c COMPLETED (empty)
                +10s                            -> | ready q
                lease q                         -> d:4
                complete d                      -> done | d COMPLETED (empty)
                # The key is remembered as long as its starts count.
                next                            -> +40s
                add e q key=k                   -> 5
                states e                        -> e=throttled
                +10s                            -> | ready q
                lease q                         -> e:5
                complete e                      -> done | e COMPLETED (empty)
                next                            -> +50s
                +20s                            ->
                next                            -> never
                """);
    }

    @Test
    void an_undelivered_start_does_not_count() {
        play("""
                limit k rate=1/10s              -> true
                add a q key=k                   -> 1 | ready q
                lease q                         -> a:1
                release a undelivered           -> done | ready q
                lease q                         -> a:2
                release a                       -> done
                states a                        -> a=throttled
                +10s                            -> | ready q
                """);
    }

    @Test
    void a_queue_has_a_limit_of_its_own_besides() {
        play("""
                configure q max=2                 -> true
                limit k max=1                     -> true
                addall a q key=k ; b q key=k ; c q ; d q  -> 1 ; 2 ; 3 ; 4 | ready q, ready q, ready q
                lease q count=9                   -> a:1 c:2
                lease q                           -> nothing
                complete c                        -> done | c COMPLETED (empty), ready q
                lease q count=9                   -> d:3
                complete a                        -> done | a COMPLETED (empty), ready q
                lease q                           -> b:4
                # Other settings keep the limit.
                configure q prio=3                -> false
                add e q                           -> 5 | ready q
                lease q                           -> nothing
                configure q max=0                 -> false | ready q
                lease q                           -> e:5
                """);
    }

    @Test
    void a_queue_has_a_rate_of_its_own() {
        play("""
                configure q rate=1/10s            -> true
                addall a q ; b q                  -> 1 ; 2 | ready q, ready q
                lease q count=9                   -> a:1
                lease q                           -> nothing
                next                              -> +10s
                release a undelivered             -> done | ready q, ready q
                lease q for=1h                    -> a:2
                +10s                              -> | ready q
                lease q                           -> b:3
                """);
    }

    @Test
    void callers_with_a_clock_are_limited_too() {
        play("""
                configure q max=2                 -> true
                limit k max=1                     -> true
                addall a q key=k ; b q key=k      -> 1 ; 2 | ready q
                put c q now=0s                    -> 3 | put c q, ready q
                pop q count=9 now=1s by=joe       -> a:1 c:2
                put d q now=1s                    -> 4 | put d q, ready q
                pop q count=9 now=2s by=joe       -> nothing
                """);
    }

    @Test
    void a_purge_reaches_throttled_jobs() {
        play("""
                limit k max=1                     -> true
                addall a q key=k ; b q key=k ; c q key=k      -> 1 ; 2 ; 3 | ready q
                purge q ready,throttled           -> done | b DELETED, c DELETED, a DELETED
                jobs                              -> 0
                """);
    }

    @Test
    void jobs_of_a_deleted_queue_leave_their_keys() {
        play("""
                limit k max=1                     -> true
                addall a q key=k ; b q key=k ; c p key=k      -> 1 ; 2 ; 3 | ready q, ready p
                lease q                           -> a:1
                deletequeue q                     -> done
                tick                              -> | b DELETED
                complete a                        -> done | a COMPLETED (empty), ready p
                """);
    }
}
