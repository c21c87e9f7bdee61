package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** A lapsed lease by a caller's clock: a warning, a grace period, then another worker. */
class CallerLapseTest {
    @Test
    void the_first_poll_warns_and_the_next_after_the_grace_period_takes() {
        play("""
                put a q now=0s       -> 1 | put a q, ready q
                pop q now=0s by=joe  -> a:1
                pop q now=59s by=ann -> nothing
                pop q now=60s by=ann -> nothing | lost a by=joe
                job a                -> LEASED attempts=1 fails=0 until=+70s
                pop q now=69s by=ann -> nothing
                pop q now=70s by=ann -> a:2
                job a                -> LEASED attempts=2 fails=0 retries=1 until=+130s
                history a            -> +0s put q, +0s popped by=joe, +60s timed-out, +70s popped by=ann
                stats q now=0s       -> waits=2x35.0s retries=1
                """);
    }

    @Test
    void without_a_grace_period_the_first_poll_takes() {
        play("""
                set grace-period 0   -> done | set grace-period=0
                put a q now=0s       -> 1 | put a q, ready q
                pop q now=0s by=joe  -> a:1
                pop q now=60s by=ann -> a:2 | lost a by=joe
                job a                -> LEASED attempts=2 fails=0 retries=1 until=+120s
                history a            -> +0s put q, +0s popped by=joe, +60s timed-out, +60s popped by=ann
                """);
    }

    @Test
    void early_clients_have_no_grace_period() {
        play("""
                put a q now=0s                     -> 1 | put a q, ready q
                pop q now=0s by=joe                -> a:1
                pop q now=60s by=ann dialect=early -> a:2 | lost a by=joe
                history a                          -> +0s put q, +0s popped by=joe, +60s timed-out, +60s popped by=ann
                """);
    }

    @Test
    void a_warned_worker_that_reports_in_time_keeps_the_job() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                pop q now=0s by=joe       -> a:1
                pop q now=60s by=ann      -> nothing | lost a by=joe
                renew a now=61s by=joe    -> until +121s
                pop q now=70s by=ann      -> nothing
                complete a now=75s by=joe -> done | completed a q, a COMPLETED (empty)
                history a                 -> +0s put q, +0s popped by=joe, +60s timed-out, +75s done
                """);
    }

    @Test
    void a_job_that_was_warned_and_renewed_is_taken_without_another_warning() {
        play("""
                put a q now=0s         -> 1 | put a q, ready q
                pop q now=0s by=joe    -> a:1
                pop q now=60s by=ann   -> nothing | lost a by=joe
                renew a now=61s by=joe -> until +121s
                pop q now=121s by=ann  -> a:2
                """);
    }

    @Test
    void every_lapse_costs_a_retry_and_the_last_fails_the_job() {
        play("""
                set grace-period 0       -> done | set grace-period=0
                put a q now=0s retries=1 -> 1 | put a q, ready q
                pop q now=0s by=joe      -> a:1
                pop q now=60s by=ann     -> a:2 | lost a by=joe
                job a                    -> LEASED attempts=2 fails=0 retries=1 until=+120s
                pop q now=120s by=eve    -> nothing | lost a by=ann, failed a failed-retries-q by=ann: no retries left in q, a FAILED (empty)
                job a                    -> FAILED attempts=2 fails=0 retries=2 result=
                failure a                -> failed-retries-q +120s: no retries left in q
                groups                   -> failed-retries-q
                failed failed-retries-q  -> a
                history a                -> +0s put q, +0s popped by=joe, +60s timed-out, +60s popped by=ann, +120s timed-out, +120s failed failed-retries-q
                stats q now=0s           -> waits=2x30.0s failures=1 failed=1 retries=2
                """);
    }

    @Test
    void without_retries_the_warning_comes_first_all_the_same() {
        play("""
                put a q now=0s retries=0 -> 1 | put a q, ready q
                pop q now=0s by=joe      -> a:1
                pop q now=60s by=ann     -> nothing | lost a by=joe
                pop q now=70s by=ann     -> nothing | failed a failed-retries-q by=joe: no retries left in q, a FAILED (empty)
                failure a                -> failed-retries-q +70s: no retries left in q
                """);
    }

    @Test
    void lapsed_jobs_come_before_ready_ones() {
        play("""
                set grace-period 0           -> done | set grace-period=0
                put a q now=0s               -> 1 | put a q, ready q
                pop q now=0s by=joe          -> a:1
                put b q now=1s prio=9        -> 2 | put b q, ready q
                pop q now=60s by=ann count=2 -> a:2 b:3 | lost a by=joe
                """);
    }

    @Test
    void a_poll_for_few_jobs_deals_with_as_many_lapses() {
        play("""
                set grace-period 0          -> done | set grace-period=0
                put a q now=0s              -> 1 | put a q, ready q
                put b q now=0s              -> 2 | put b q, ready q
                pop q now=0s by=joe count=2 -> b:1 a:2
                pop q now=60s by=ann        -> a:3 | lost a by=joe
                job a                       -> LEASED attempts=2 fails=0 retries=1 until=+120s
                job b                       -> LEASED attempts=1 fails=0 until=+60s
                """);
    }

    @Test
    void a_poll_that_warns_gets_another_job() {
        play("""
                put a q now=0s       -> 1 | put a q, ready q
                pop q now=0s by=joe  -> a:1
                put b q now=1s       -> 2 | put b q, ready q
                pop q now=60s by=ann -> b:2 | lost a by=joe
                """);
    }

    @Test
    void a_lapse_is_seen_by_the_pollers_clock_only() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                pop q now=0s by=joe       -> a:1
                +1000s                    ->
                pop q now=10s by=ann      -> nothing
                complete a now=20s by=joe -> done | completed a q, a COMPLETED (empty)
                """);
    }

    @Test
    void a_clock_that_went_back_takes_no_job() {
        play("""
                set grace-period 0    -> done | set grace-period=0
                put a q now=0s        -> 1 | put a q, ready q
                pop q now=100s by=joe -> a:1
                pop q now=5s by=ann   -> nothing
                pop q now=160s by=ann -> a:2 | lost a by=joe
                """);
    }
}
