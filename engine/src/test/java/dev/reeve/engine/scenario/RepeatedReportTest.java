package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** A report that is repeated with the token of the last lease is answered as the first time, and changes nothing. */
class RepeatedReportTest {
    @Test
    void a_completion() {
        play("""
                add a q                  -> 1 | ready q
                lease q                  -> a:1
                complete a r lease=1     -> done | a COMPLETED r
                complete a r lease=1     -> done
                complete a else lease=1  -> done
                job a                    -> COMPLETED attempts=1 fails=0 result=r
                fail a r lease=1         -> ALREADY_ENDED
                release a lease=1        -> STALE_LEASE
                complete a r token=1     -> ALREADY_ENDED
                complete a r             -> ALREADY_ENDED
                totals                   -> created=1 completed=1
                """);
    }

    @Test
    void a_failure_that_is_final() {
        play("""
                add a q                          -> 1 | ready q
                lease q                          -> a:1
                fail a lease=1 error=E:m:        -> FAILED | a FAILED (empty) (E)
                fail a lease=1 error=E:m:        -> FAILED
                fail a lease=1 retry=5s          -> FAILED
                complete a r lease=1             -> ALREADY_ENDED
                job a                            -> FAILED attempts=1 fails=1 result=
                totals                           -> created=1 failed=1
                """);
    }

    @Test
    void a_failure_that_is_retried_even_when_its_delay_is_over() {
        play("""
                add a q fails=5                  -> 1 | ready q
                lease q                          -> a:1
                fail a lease=1 retry=5s          -> RETRYING due=+5s
                fail a lease=1 retry=5s          -> RETRYING due=+5s
                +5s                              -> | ready q
                fail a lease=1 retry=5s          -> RETRYING due=+5s
                complete a r lease=1             -> STALE_LEASE
                job a                            -> READY attempts=1 fails=1
                lease q                          -> a:2
                fail a lease=1 retry=5s          -> STALE_LEASE
                fail a lease=2 retry=0s          -> READY due=+5s | ready q
                fail a lease=2 retry=0s          -> READY due=+5s
                """);
    }

    @Test
    void a_release() {
        play("""
                add a q                          -> 1 | ready q
                lease q                          -> a:1
                release a lease=1 undelivered    -> done | ready q
                release a lease=1 undelivered    -> done
                job a                            -> READY attempts=0 fails=0
                complete a r lease=1             -> STALE_LEASE
                lease q                          -> a:2
                release a lease=1 undelivered    -> STALE_LEASE
                job a                            -> LEASED attempts=1 fails=0 until=+10s
                """);
    }

    @Test
    void an_older_token_is_stale_and_a_job_that_was_never_leased_is_not_leased() {
        play("""
                add a q                  -> 1 | ready q
                complete a r lease=1     -> NOT_LEASED
                fail a r lease=1         -> NOT_LEASED
                release a lease=1        -> NOT_LEASED
                renew a lease=1          -> NOT_LEASED
                lease q                  -> a:1
                +10s                     -> | ready q
                complete a r lease=1     -> STALE_LEASE
                lease q                  -> a:2
                renew a lease=1          -> STALE_LEASE
                complete a r lease=2     -> done | a COMPLETED r
                complete a r lease=1     -> STALE_LEASE
                fail a r lease=1         -> STALE_LEASE
                """);
    }

    @Test
    void what_a_lease_did_is_forgotten_when_another_one_lapses() {
        play("""
                add a q                          -> 1 | ready q
                lease q                          -> a:1
                release a lease=1 undelivered    -> done | ready q
                details a                        -> end=released
                lease q                          -> a:2
                details a                        ->
                +10s                             -> | ready q
                release a lease=2 undelivered    -> STALE_LEASE
                """);
    }

    @Test
    void a_job_that_starts_anew_forgets_its_leases() {
        play("""
                add a q                     -> 1 | ready q
                lease q                     -> a:1
                fail a r lease=1            -> done | a FAILED r
                requeue a                   -> done | ready q
                fail a r lease=1            -> NOT_LEASED
                """);
    }

    @Test
    void a_job_that_was_finished_by_somebody_else_has_ended() {
        play("""
                add a q                     -> 1 | ready q
                lease q                     -> a:1
                complete a other            -> done | a COMPLETED other
                complete a mine lease=1     -> ALREADY_ENDED
                """);
    }

    @Test
    void a_job_that_is_not_kept_is_gone() {
        play("""
                add a q keep=0s             -> 1 | ready q
                lease q                     -> a:1
                complete a r lease=1        -> done | a COMPLETED r
                complete a r lease=1        -> JOB_NOT_FOUND
                """);
    }

    @Test
    void in_a_group_each_report_has_its_outcome() {
        play("""
                addall a q ; b q ; c q      -> 1 ; 2 ; 3 | ready q, ready q, ready q
                lease q count=3             -> a:1 b:2 c:3
                group complete a r lease=1 ; fail b lease=2 error=E:m: ; renew c lease=3 for=1m ; release c lease=9 -> done ; FAILED ; until +60s ; STALE_LEASE | a COMPLETED r, b FAILED (empty) (E)
                group complete a r lease=1 ; fail b lease=2 error=E:m: -> done ; FAILED
                """);
    }
}
