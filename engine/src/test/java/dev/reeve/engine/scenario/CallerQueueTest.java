package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Queues of callers with clocks: paused, limited, listed. */
class CallerQueueTest {
    @Test
    void nothing_is_leased_from_a_paused_queue() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                pause q                   -> done
                paused                    -> q
                pop q now=0s by=w         -> nothing
                lease q                   -> nothing
                put b q now=0s            -> 2 | put b q
                counts q now=0s           -> waiting=2 paused
                workers now=0s            ->
                resume q                  -> done | ready q
                pop q now=0s by=w count=2 -> b:1 a:2
                """);
    }

    @Test
    void a_queue_can_be_paused_before_it_exists() {
        play("""
                pause q,r        -> done
                listed now=0s    ->
                put a q now=0s   -> 1 | put a q
                listed now=0s    -> q
                resume q,missing -> done | ready q
                paused           -> r
                """);
    }

    @Test
    void only_so_many_jobs_of_a_queue_are_leased_at_a_time() {
        play("""
                set q-max-concurrency 2   -> done | set q-max-concurrency=2
                put a q now=0s            -> 1 | put a q, ready q
                put b q now=0s            -> 2 | put b q, ready q
                put c q now=0s            -> 3 | put c q, ready q
                pop q now=0s by=w count=3 -> c:1 b:2
                pop q now=1s by=w         -> nothing
                complete c now=2s by=w    -> done | completed c q, c COMPLETED (empty), ready q
                pop q now=2s by=w         -> a:3
                """);
    }

    @Test
    void a_larger_limit_or_none_lets_more_be_leased() {
        play("""
                set q-max-concurrency 1   -> done | set q-max-concurrency=1
                put a q now=0s            -> 1 | put a q, ready q
                put b q now=0s            -> 2 | put b q, ready q
                put c q now=0s            -> 3 | put c q, ready q
                pop q now=0s by=w         -> c:1
                set q-max-concurrency 2   -> done | set q-max-concurrency=2, ready q
                pop q now=0s by=w count=2 -> b:2
                unset q-max-concurrency   -> done | unset q-max-concurrency, ready q
                pop q now=0s by=w         -> a:3
                """);
    }

    @Test
    void a_lapsed_lease_makes_room() {
        play("""
                set q-max-concurrency 1 -> done | set q-max-concurrency=1
                set grace-period 0      -> done | set grace-period=0
                put a q now=0s          -> 1 | put a q, ready q
                put b q now=0s          -> 2 | put b q, ready q
                pop q now=0s by=joe     -> b:1
                pop q now=60s by=ann    -> nothing
                pop q now=61s by=ann    -> b:2 | lost b by=joe
                """);
    }

    @Test
    void every_end_of_a_lease_makes_room() {
        play("""
                set q-max-concurrency 1    -> done | set q-max-concurrency=1
                put a q now=0s             -> 1 | put a q, ready q
                put b q now=0s             -> 2 | put b q, ready q
                pop q now=0s by=w          -> b:1
                fail b now=1s by=w group=g -> done | failed b g by=w: , b FAILED (empty), ready q
                pop q now=1s by=w          -> a:3
                retry a q now=2s by=w      -> 4 | ready q, ready q
                pop q now=2s by=w          -> a:4
                timeout a now=3s           -> done | ready q, ready q, lost a by=w
                pop q now=3s by=w          -> a:5
                cancel a now=4s            -> done | canceled a q by=w, a DELETED
                """);
    }

    @Test
    void a_forgotten_queue_is_listed_again_when_something_is_put() {
        play("""
                put a q now=0s         -> 1 | put a q, ready q
                put b r now=1s         -> 2 | put b r, ready r
                listed now=1s          -> q r
                forget-queue q,missing -> done
                listed now=1s          -> r
                ready q                -> a
                pop q now=1s by=w      -> a:1
                listed now=1s          -> r
                put c q now=2s         -> 3 | put c q, ready q
                listed now=2s          -> r q
                """);
    }

    @Test
    void queues_are_listed_from_the_first_known_on() {
        play("""
                put a z now=1s -> 1 | put a z, ready z
                put b y now=2s -> 2 | put b y, ready y
                put c x now=2s -> 3 | put c x, ready x
                listed now=2s  -> z x y
                """);
    }
}
