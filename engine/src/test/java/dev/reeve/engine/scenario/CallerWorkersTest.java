package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** The workers that poll with their own clocks. */
class CallerWorkersTest {
    @Test
    void a_worker_is_listed_when_it_polls() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                put b q now=0s            -> 2 | put b q, ready q
                workers now=0s            ->
                pop q now=1s by=joe       -> b:1
                pop missing now=2s by=ann -> nothing
                workers now=2s            -> ann:0/0 joe:1/0
                worker joe now=2s         -> b /
                worker nobody now=2s      -> /
                """);
    }

    @Test
    void a_lapsed_lease_counts_as_stalled_until_its_worker_is_warned() {
        play("""
                put a q now=0s         -> 1 | put a q, ready q
                pop q now=0s by=joe    -> a:1
                workers now=59s        -> joe:1/0
                workers now=61s        -> joe:0/1
                worker joe now=61s     -> / a
                pop q now=61s by=ann   -> nothing | lost a by=joe
                workers now=61s        -> ann:0/0 joe:0/0
                renew a now=62s by=joe -> until +122s
                workers now=62s        -> joe:1/0 ann:0/0
                """);
    }

    @Test
    void a_worker_of_the_current_dialect_is_listed_when_it_renews_a_lease() {
        play("""
                put a q now=0s                       -> 1 | put a q, ready q
                pop q now=0s by=joe                  -> a:1
                pop q now=1s by=ann                  -> nothing
                renew a now=2s by=joe dialect=early  -> until +62s
                workers now=2s                       -> ann:0/0 joe:1/0
                renew a now=3s by=ann                -> STALE_LEASE (joe)
                renew a now=4s by=joe                -> until +64s
                workers now=4s                       -> joe:1/0 ann:0/0
                forget-worker joe                    -> done
                renew a now=5s by=joe                -> until +65s
                workers now=5s                       -> joe:1/0 ann:0/0
                """);
    }

    @Test
    void a_listing_removes_the_workers_not_seen_for_long_with_their_lists_of_jobs() {
        play("""
                set max-worker-age 100     -> done | set max-worker-age=100
                set heartbeat 1000         -> done | set heartbeat=1000
                put a q now=0s             -> 1 | put a q, ready q
                pop q now=0s by=joe        -> a:1
                pop q now=10s by=ann       -> nothing
                list-workers now=99s       -> ann joe
                workers now=99s            -> ann:0/0 joe:1/0
                list-jobs-of joe now=99s   -> a /
                list-jobs-of ann now=100s  -> /
                workers now=50s            -> ann:0/0
                worker joe now=50s         -> /
                pop q now=101s by=joe      -> nothing
                list-jobs-of joe now=101s  -> /
                list-workers now=200s      -> joe
                workers now=200s           -> joe:0/0
                job a                      -> LEASED attempts=1 fails=0 until=+1000s
                renew a now=201s by=joe    -> until +1201s
                list-jobs-of joe now=201s  -> a /
                list-workers now=400s      -> nothing
                """);
    }

    @Test
    void workers_that_were_not_seen_for_a_day_are_left_out() {
        play("""
                pop q now=0s by=joe -> nothing
                workers now=23h     -> joe:0/0
                workers now=24h     ->
                """);
    }

    @Test
    void a_new_worker_makes_room_by_those_not_seen_for_long() {
        play("""
                set max-worker-age 100     -> done | set max-worker-age=100
                set heartbeat 1000         -> done | set heartbeat=1000
                put a q now=0s             -> 1 | put a q, ready q
                pop q now=0s by=joe        -> a:1
                pop q now=10s by=ann       -> nothing
                pop q now=100s by=ann      -> nothing
                workers now=50s            -> ann:0/0 joe:1/0
                pop q now=100s by=eve      -> nothing
                workers now=50s            -> eve:0/0 ann:0/0
                worker joe now=50s         -> /
                job a                      -> LEASED attempts=1 fails=0 until=+1000s
                complete a now=101s by=joe -> done | completed a q, a COMPLETED (empty)
                """);
    }

    @Test
    void a_forgotten_worker_keeps_its_jobs() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                pop q now=0s by=joe       -> a:1
                forget-worker joe,missing -> done
                workers now=1s            ->
                worker joe now=1s         -> a /
                complete a now=1s by=joe  -> done | completed a q, a COMPLETED (empty)
                """);
    }

    @Test
    void polling_only_paused_queues_is_not_noticed() {
        play("""
                pause q               -> done
                pop q now=0s by=joe   -> nothing
                workers now=0s        ->
                pop q,r now=0s by=joe -> nothing
                workers now=0s        -> joe:0/0
                """);
    }

    @Test
    void a_worker_without_a_name_is_not_listed() {
        play("""
                put a q now=0s -> 1 | put a q, ready q
                pop q now=0s   -> a:1
                workers now=0s ->
                """);
    }

    @Test
    void a_worker_without_a_clock_is_not_listed_but_has_its_jobs() {
        play("""
                put a q now=0s    -> 1 | put a q, ready q
                lease q by=joe    -> a:1
                workers now=0s    ->
                worker joe now=0s -> a /
                """);
    }
}
