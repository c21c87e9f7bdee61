package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** A lease that is declared lapsed: the job is stalled, and goes first. */
class CallerTimeoutTest {
    @Test
    void a_job_taken_back_is_stalled_and_costs_no_retry() {
        play("""
                put a q now=0s retries=0    -> 1 | put a q, ready q
                put b q now=0s prio=9       -> 2 | put b q, ready q
                pop q now=1s by=joe count=2 -> b:1 a:2
                timeout a now=2s            -> done | ready q, lost a by=joe
                job a                       -> READY attempts=1 fails=0 stalled
                history a                   -> +0s put q, +1s popped by=joe, +2s timed-out
                worker joe now=2s           -> b /
                pop q now=3s by=ann         -> a:3
                job a                       -> LEASED attempts=2 fails=0 until=+63s
                """);
    }

    @Test
    void a_stalled_job_refuses_its_last_worker() {
        play("""
                put a q now=0s           -> 1 | put a q, ready q
                pop q now=0s by=joe      -> a:1
                timeout a now=1s         -> done | ready q, lost a by=joe
                complete a now=2s by=joe -> NOT_LEASED (STALLED QUEUED)
                renew a now=2s by=joe    -> NOT_LEASED (STALLED QUEUED)
                timeout a now=2s         -> NOT_LEASED (a)
                """);
    }

    @Test
    void jobs_before_the_first_that_is_not_leased_are_taken() {
        play("""
                put a q now=0s            -> 1 | put a q, ready q
                put b q now=0s            -> 2 | put b q, ready q
                put c q now=0s            -> 3 | put c q, ready q
                pop q now=0s by=w count=2 -> c:1 b:2
                timeout c,a,b now=1s      -> NOT_LEASED (a) | ready q, lost c by=w
                job c                     -> READY attempts=1 fails=0 stalled
                job b                     -> LEASED attempts=1 fails=0 until=+60s
                timeout missing now=1s    -> JOB_NOT_FOUND (missing)
                """);
    }

    @Test
    void a_stalled_job_in_a_paused_queue_waits() {
        play("""
                put a q now=0s    -> 1 | put a q, ready q
                pop q now=0s by=w -> a:1
                pause q           -> done
                timeout a now=1s  -> done | lost a by=w
                pop q now=2s by=w -> nothing
                resume q          -> done | ready q
                pop q now=3s by=w -> a:2
                """);
    }

    @Test
    void a_stalled_job_can_be_cancelled_and_names_its_worker() {
        play("""
                put a q now=0s      -> 1 | put a q, ready q
                pop q now=0s by=joe -> a:1
                timeout a now=1s    -> done | ready q, lost a by=joe
                cancel a now=2s     -> done | canceled a q by=joe, a DELETED
                """);
    }
}
