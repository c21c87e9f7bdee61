package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Leases by a caller's clock: how long they last, heartbeats, and who may report. */
class CallerLeaseTest {
    @Test
    void a_lease_lasts_a_minute_unless_an_option_says_otherwise() {
        play("""
                put a q now=0s    -> 1 | put a q, ready q
                put b r now=0s    -> 2 | put b r, ready r
                put c s now=0s    -> 3 | put c s, ready s
                pop q now=1s by=w -> a:1
                job a             -> LEASED attempts=1 fails=0 until=+61s
                set heartbeat 20  -> done | set heartbeat=20
                pop r now=1s by=w -> b:2
                job b             -> LEASED attempts=1 fails=0 until=+21s
                set s-heartbeat 7 -> done | set s-heartbeat=7
                pop s now=1s by=w -> c:3
                job c             -> LEASED attempts=1 fails=0 until=+8s
                """);
    }

    @Test
    void a_heartbeat_moves_the_end_of_the_lease() {
        play("""
                put a q now=0s                 -> 1 | put a q, ready q
                pop q now=0s by=w              -> a:1
                renew a now=50s by=w           -> until +110s
                pop q now=60s by=v             -> nothing
                renew a now=60s by=w data=half -> until +120s
                about a                        -> q klass=k prio=0 retries=5 data=half
                job a                          -> LEASED attempts=1 fails=0 until=+120s
                """);
    }

    @Test
    void only_its_worker_may_renew_it() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                renew a now=0s by=w       -> NOT_LEASED (READY QUEUED)
                pop q now=0s by=w         -> a:1
                renew a now=1s by=v       -> STALE_LEASE (w)
                renew missing now=1s by=w -> JOB_NOT_FOUND
                complete a now=1s by=w    -> done | completed a q, a COMPLETED (empty)
                renew a now=2s by=w       -> NOT_LEASED (COMPLETED COMPLETED)
                """);
    }

    @Test
    void only_its_worker_may_complete_fail_or_retry_it() {
        play("""
                put a q now=0s              -> 1 | put a q, ready q
                complete a now=0s by=w      -> NOT_LEASED (READY QUEUED)
                pop q now=0s by=w           -> a:1
                complete a now=1s by=v      -> STALE_LEASE (w)
                fail a now=1s by=v group=g  -> STALE_LEASE (w)
                retry a q now=1s by=v       -> STALE_LEASE (w)
                complete a now=1s by=w in=r -> OTHER_QUEUE (q)
                complete a now=1s by=w in=q -> done | completed a q, a COMPLETED (empty)
                complete a now=1s by=w      -> NOT_LEASED (COMPLETED COMPLETED)
                fail a now=1s by=w group=g  -> NOT_LEASED (COMPLETED COMPLETED)
                """);
    }

    @Test
    void a_nameless_worker_never_matches() {
        play("""
                put a q now=0s         -> 1 | put a q, ready q
                pop q now=0s           -> a:1
                renew a now=1s by=     -> STALE_LEASE ()
                complete a now=1s by=w -> STALE_LEASE ()
                job a                  -> LEASED attempts=1 fails=0 until=+60s
                """);
    }

    @Test
    void a_lease_for_a_given_time() {
        play("""
                put a q now=0s             -> 1 | put a q, ready q
                pop q now=0s by=w for=5s   -> a:1
                job a                      -> LEASED attempts=1 fails=0 until=+5s
                renew a now=1s by=w for=9s -> until +10s
                """);
    }

    @Test
    void a_late_heartbeat_keeps_a_job_that_nobody_took() {
        play("""
                put a q now=0s        -> 1 | put a q, ready q
                pop q now=0s by=w     -> a:1
                stalled q now=100s    -> a
                renew a now=100s by=w -> until +160s
                stalled q now=100s    ->
                running q now=100s    -> a
                """);
    }
}
