package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

class CancelRequestTest {
    @Test
    void a_waiting_job_is_cancelled_at_once() {
        play("""
                ask-cancel a                -> JOB_NOT_FOUND
                add a q                     -> 1 | ready q
                add b q at=10s              -> 2
                add c q depends=b           -> 3
                add d q rule=retries retries=1 delays=5s  -> 4 | ready q
                fail d                      -> done
                ask-cancel a                -> done | a CANCELLED (empty)
                ask-cancel c force          -> done | c CANCELLED (empty)
                ask-cancel b                -> done | b CANCELLED (empty)
                ask-cancel d                -> done | d CANCELLED (empty)
                ask-cancel d                -> ALREADY_ENDED
                job a                       -> CANCELLED attempts=0 fails=0 result=
                """);
    }

    @Test
    void the_worker_of_a_leased_job_may_complete_it_or_obey() {
        play("""
                add a q                     -> 1 | ready q
                add b q                     -> 2 | ready q
                lease q count=2             -> a:1 b:2
                ~1s                         ->
                ask-cancel a reason=wrong asker=ann  -> done
                ask-cancel b                -> done
                ~1s                         ->
                ask-cancel a reason=again   -> done
                job a                       -> LEASED attempts=1 fails=0 until=+10s
                details a                   -> cancel=+1s:wrong:ann
                details b                   -> cancel=+1s:null:null
                complete a ok token=1       -> done | a COMPLETED ok
                cancel b keep token=2       -> done | b CANCELLED (empty)
                requeue b anew              -> done | ready q
                details b                   ->
                lease q                     -> b:3
                fail b token=3              -> done | b FAILED (empty)
                """);
    }

    @Test
    void every_other_end_of_the_lease_is_the_cancellation() {
        play("""
                add a q attempts=9 fails=9  -> 1 | ready q
                add b q attempts=9 fails=9  -> 2 | ready q
                add c q attempts=9 fails=9  -> 3 | ready q
                add d q attempts=9 fails=9  -> 4 | ready q
                add e q rule=backoff        -> 5 | ready q
                add f q                     -> 6 | ready q
                lease q count=6             -> a:1 b:2 c:3 d:4 e:5 f:6
                ask-cancel a                -> done
                ask-cancel b                -> done
                ask-cancel c                -> done
                ask-cancel d                -> done
                ask-cancel e                -> done
                ask-cancel f                -> done
                fail a broke token=1        -> done | a CANCELLED broke
                release b token=2           -> done | b CANCELLED (empty)
                timeout c                   -> done | c CANCELLED (empty)
                release d token=4 undelivered  -> done | d CANCELLED (empty)
                deletequeue q               -> done
                release f token=6           -> done | f CANCELLED (empty)
                +10s                        -> | e CANCELLED (empty)
                job a                       -> CANCELLED attempts=1 fails=1 result=broke
                totals                      -> created=6 failed=1 timed_out=2 cancelled=6
                """);
    }

    @Test
    void force_takes_the_lease_away() {
        play("""
                add a q                     -> 1 | ready q
                lease q                     -> a:1
                ask-cancel a                -> done
                ask-cancel a force          -> done | a CANCELLED (empty)
                renew a token=1             -> STALE_LEASE
                complete a ok token=1       -> ALREADY_ENDED
                """);
    }

    @Test
    void a_report_that_met_the_request_can_be_repeated() {
        play("""
                add a q fails=9             -> 1 | ready q
                add b q                     -> 2 | ready q
                add c q                     -> 3 | ready q
                lease q count=3             -> a:1 b:2 c:3
                ask-cancel a                -> done
                ask-cancel b                -> done
                ask-cancel c                -> done
                cancel c keep lease=3       -> done | c CANCELLED (empty)
                cancel c keep lease=3       -> done
                cancel c keep lease=2       -> STALE_LEASE
                release b lease=2           -> done | b CANCELLED (empty)
                release b lease=2           -> done
                renew b lease=2             -> STALE_LEASE
                """);
    }

    @Test
    void callers_with_a_clock_meet_a_request() {
        play("""
                add a q attempts=5          -> 1 | ready q
                add b q attempts=5          -> 2 | ready q
                put c q now=0s              -> 3 | put c q, ready q
                pop q now=0s by=joe count=3 -> a:1 b:2 c:3
                ask-cancel a                -> done
                ask-cancel b                -> done
                ask-cancel c                -> done | c CANCELLED (empty)
                retry a q now=1s by=joe     -> -1 | a CANCELLED (empty)
                timeout b now=1s            -> done | b CANCELLED (empty), lost b by=joe
                """);
    }
}
