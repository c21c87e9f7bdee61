package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** Who names a lease, or a worker, that is not the current one is refused. */
class LeaseFencingTest {
    @Test
    void a_stale_token_is_refused() {
        play("""
                add a q                 -> 1 | ready q
                lease q by=joe          -> a:1
                +10s                    -> | ready q
                complete a r token=1    -> STALE_LEASE
                fail a r token=1        -> STALE_LEASE
                release a token=1       -> STALE_LEASE
                renew a token=1         -> STALE_LEASE
                lease q by=ann          -> a:2
                complete a r token=1    -> STALE_LEASE
                fail a r token=1        -> STALE_LEASE
                release a token=1       -> STALE_LEASE
                renew a token=1         -> STALE_LEASE
                complete a r token=3    -> STALE_LEASE
                renew a token=2         -> until +20s
                complete a r token=2    -> done | a COMPLETED r
                complete a r token=2    -> ALREADY_ENDED
                fail a r token=2        -> ALREADY_ENDED
                release a token=2       -> STALE_LEASE
                renew a token=2         -> STALE_LEASE
                """);
    }

    @Test
    void another_worker_is_refused() {
        play("""
                add a q                      -> 1 | ready q
                lease q by=joe               -> a:1
                complete a r by=ann          -> STALE_LEASE
                fail a r by=ann              -> STALE_LEASE
                release a by=ann             -> STALE_LEASE
                renew a by=ann               -> STALE_LEASE
                complete a r token=2         -> STALE_LEASE
                renew a by=joe               -> until +10s
                fail a r by=joe              -> done | a FAILED r
                """);
    }

    @Test
    void a_nameless_lease_is_no_workers() {
        play("""
                add a q                 -> 1 | ready q
                lease q                 -> a:1
                complete a r by=joe     -> STALE_LEASE
                complete a r token=1    -> done | a COMPLETED r
                """);
    }

    @Test
    void the_same_worker_with_an_earlier_token_is_refused() {
        play("""
                add a q                      -> 1 | ready q
                lease q by=joe               -> a:1
                release a by=joe             -> done | ready q
                lease q by=joe               -> a:2
                complete a r token=1 by=joe  -> STALE_LEASE
                complete a r by=joe          -> done | a COMPLETED r
                """);
    }

    @Test
    void a_job_that_nobody_has_cannot_be_claimed() {
        play("""
                add a q                -> 1 | ready q
                complete a r token=1   -> STALE_LEASE
                fail a r by=joe        -> NOT_LEASED
                release a              -> NOT_LEASED
                renew a                -> NOT_LEASED
                release b              -> JOB_NOT_FOUND
                release b token=1      -> JOB_NOT_FOUND
                renew b token=1        -> JOB_NOT_FOUND
                """);
    }

    @Test
    void tokens_only_grow() {
        play("""
                add a q           -> 1 | ready q
                lease q           -> a:1
                delete a          -> done | a DELETED
                add a q           -> 2 | ready q
                lease q           -> a:2
                complete a token=1   -> STALE_LEASE
                """);
    }
}
