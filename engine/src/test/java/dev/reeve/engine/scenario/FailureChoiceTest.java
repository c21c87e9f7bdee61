package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;

/** A reported failure with an error in parts, and what its reporter wants to happen next. */
class FailureChoiceTest {
    @Test
    void the_error_stays_with_the_job_until_it_is_completed() {
        play("""
                add a q fails=3                                  -> 1 | ready q
                lease q by=joe                                   -> a:1
                ~3s                                              ->
                fail a error=SMTPException:busy:at_line_7        -> READY due=+0s | ready q
                details a                                        -> error=SMTPException:busy:at_line_7:+3s
                lease q                                          -> a:3
                details a                                        -> error=SMTPException:busy:at_line_7:+3s
                complete a                                       -> done | a COMPLETED (empty)
                details a                                        ->
                """);
    }

    @Test
    void failed_jobs_are_grouped_by_queue_and_type_of_error() {
        play("""
                addall a q ; b q ; c r ; d q    -> 1 ; 2 ; 3 ; 4 | ready q, ready q, ready r, ready q
                fail a error=E:first:           -> FAILED | a FAILED (empty) (E)
                fail b error=E:second:          -> FAILED | b FAILED (empty) (E)
                fail c error=E:third:           -> FAILED | c FAILED (empty) (E)
                fail d group=own error=E:m:     -> FAILED | failed d own: m, d FAILED (empty) (E)
                groups                          -> own q/E r/E
                failed q/E                      -> b a
                failure a                       -> q/E +0s: first
                """);
    }

    @Test
    void a_failure_can_be_final_whatever_the_policy_allows() {
        play("""
                add a q fails=9                            -> 1 | ready q
                add b q rule=retries retries=9 delays=1s   -> 2 | ready q
                fail a retry=never                         -> FAILED | a FAILED (empty)
                fail b retry=never                         -> FAILED | b FAILED (empty)
                """);
    }

    @Test
    void a_delay_replaces_that_of_the_policy_but_not_its_limits() {
        play("""
                add a q fails=2                            -> 1 | ready q
                add b q rule=retries retries=1 delays=1s   -> 2 | ready q
                lease q                                    -> a:1
                fail a retry=7s                            -> RETRYING due=+7s
                lease q                                    -> b:2
                fail b retry=8s                            -> RETRYING due=+8s
                +7s                                        -> | ready q
                job a                                      -> READY attempts=1 fails=1
                +1s                                        -> | ready q
                job b                                      -> READY attempts=1 fails=1 retries=1
                lease q count=2                            -> a:3 b:4
                fail a retry=7s                            -> FAILED | a FAILED (empty)
                fail b retry=7s                            -> FAILED | b FAILED (empty)
                """);
    }

    @Test
    void a_report_of_somebody_else_does_not_end_the_delay() {
        play("""
                add a q fails=5      -> 1 | ready q
                lease q              -> a:1
                fail a retry=7s      -> RETRYING due=+7s
                fail a late          -> done
                job a                -> RETRYING attempts=1 fails=2 due=+7s
                +7s                  -> | ready q
                totals               -> created=1 retried=1 failed=2
                """);
    }

    @Test
    void a_released_job_can_wait_a_while() {
        play("""
                add a q                              -> 1 | ready q
                lease q                              -> a:1
                release a undelivered delay=30s      -> done
                job a                                -> SCHEDULED attempts=0 fails=0 due=+30s
                +30s                                 -> | ready q
                lease q                              -> a:2
                """);
    }

    @Test
    void progress_is_replaced_and_stays_with_the_job() {
        play("""
                add a q headers=k,v                              -> 1 | ready q
                renew a progress=1:no                            -> NOT_LEASED
                lease q                                          -> a:1
                renew a lease=1 for=1m progress=40:rendering     -> until +60s
                details a                                        -> headers=k,v progress=40:rendering
                renew a lease=1 for=1m                           -> until +60s
                renew a lease=2 for=1m progress=99:not_mine      -> STALE_LEASE
                details a                                        -> headers=k,v progress=40:rendering
                renew a lease=1 progress=100:                    -> until +60s
                complete a lease=1                               -> done | a COMPLETED (empty)
                details a                                        -> headers=k,v progress=100: end=completed
                """);
    }
}
