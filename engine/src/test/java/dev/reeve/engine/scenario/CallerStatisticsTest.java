package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** What is counted of a queue and a day. */
class CallerStatisticsTest {
    @Test
    void waits_and_runs_are_counted_by_the_callers_clock() {
        play("""
                put a q now=0s          -> 1 | put a q, ready q
                put b q now=0s          -> 2 | put b q, ready q
                pop q now=4s by=w       -> b:1
                pop q now=6s by=w       -> a:2
                complete b now=5s by=w  -> done | completed b q, b COMPLETED (empty)
                complete a now=10s by=w -> done | completed a q, a COMPLETED (empty)
                stats q now=6s          -> waits=2x5.0s runs=2x2.5s
                """);
    }

    @Test
    void a_day_ends_at_midnight_of_the_callers_clock() {
        play("""
                put a q now=0s        -> 1 | put a q, ready q
                put b q now=0s        -> 2 | put b q, ready q
                pop q now=36799s by=w -> b:1
                pop q now=36800s by=w -> a:2
                stats q now=0s        -> waits=1x36799.0s
                stats q now=36799s    -> waits=1x36799.0s
                stats q now=36800s    -> waits=1x36800.0s
                days q                -> 11 12
                """);
    }

    @Test
    void only_so_many_days_are_kept() {
        play("""
                set stats-history 1 -> done | set stats-history=1
                put a q now=0s      -> 1 | put a q, ready q
                put b q now=0s      -> 2 | put b q, ready q
                pop q now=0s by=w   -> b:1
                pop q now=24h by=w  -> a:2 | lost b by=w
                days q              -> 12
                """);
    }

    @Test
    void early_clients_count_whole_seconds() {
        play("""
                put a q now=900ms                      -> 1 | put a q, ready q
                put b q now=900ms                      -> 2 | put b q, ready q
                pop q now=1100ms by=w dialect=early    -> b:1
                pop q now=1100ms by=w dialect=function -> a:2
                stats q now=0s                         -> waits=2x0.6s
                """);
    }

    @Test
    void a_delayed_job_waits_from_its_put_on() {
        play("""
                put a q now=0s delay=10s -> 1 | put a q
                pop q now=12s by=w       -> a:1
                stats q now=0s           -> waits=1x12.0s
                """);
    }

    @Test
    void a_retried_job_waits_from_its_last_lease_on() {
        play("""
                put a q now=0s        -> 1 | put a q, ready q
                pop q now=1s by=w     -> a:1
                retry a q now=5s by=w -> 4 | ready q
                pop q now=6s by=w     -> a:2
                stats q now=0s        -> waits=2x3.0s
                """);
    }

    @Test
    void a_job_whose_retries_run_out_in_a_retry_counts_in_the_queue_that_the_retry_names() {
        play("""
                put a q now=0s retries=0 -> 1 | put a q, ready q
                pop q now=0s by=w        -> a:1
                retry a r now=5s by=w    -> -1 | a FAILED (empty)
                stats q now=0s           -> waits=1x0.0s
                stats r now=0s           -> failures=1 failed=1
                about a                  -> q klass=k prio=0 retries=0 data={}
                listed now=5s            -> q
                """);
    }

    @Test
    void a_queue_that_is_not_there_has_none() {
        play("""
                stats q now=0s ->
                days q         ->
                """);
    }
}
