package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A lease that was granted shortly before a restart: its worker may never have been told. */
class DeliveryTest {
    @Test
    void the_only_attempt_is_not_spent_by_a_reply_that_was_never_sent() {
        play("""
                add a q attempts=1          -> 1 | ready q
                lease q                 -> a:1
                doubt                   -> done
                job a                   -> LEASED attempts=1 fails=0 until=+10s
                +10s                    -> | ready q
                job a                   -> READY attempts=0 fails=0
                lease q                 -> a:2
                +10s                    -> | a TIMED_OUT (empty)
                """);
    }

    @Test
    void a_confirmed_lease_counts() {
        play("""
                add a q attempts=1          -> 1 | ready q
                lease q                 -> a:1
                confirm 1               -> done
                doubt                   -> done
                +10s                    -> | a TIMED_OUT (empty)
                """);
    }

    @Test
    void a_lease_after_the_restart_counts() {
        play("""
                doubt                   -> done
                add a q attempts=1          -> 1 | ready q
                lease q                 -> a:1
                +10s                    -> | a TIMED_OUT (empty)
                """);
    }

    @Test
    void a_token_that_was_not_assigned_yet_is_not_confirmed() {
        play("""
                confirm 5               -> done
                add a q attempts=1          -> 1 | ready q
                lease q                 -> a:1
                doubt                   -> done
                +10s                    -> | ready q
                """);
    }

    @Test
    void a_worker_that_was_told_keeps_its_lease() {
        play("""
                add a q                 -> 1 | ready q
                lease q by=joe          -> a:1
                doubt                   -> done
                complete a r by=joe     -> done | a COMPLETED r
                """);
    }

    @Test
    void a_renewal_is_a_sign_of_life() {
        play("""
                add a q attempts=1          -> 1 | ready q
                lease q                 -> a:1
                doubt                   -> done
                renew a token=1 for=5s  -> until +5s
                +5s                     -> | a TIMED_OUT (empty)
                """);
    }

    @Test
    void an_output_is_a_sign_of_life() {
        play("""
                add a q attempts=1          -> 1 | ready q
                lease q                 -> a:1
                doubt                   -> done
                output a half           -> done
                +10s                    -> | a TIMED_OUT half
                """);
    }

    @Test
    void a_timeout_that_a_client_reports_counts() {
        play("""
                add a q attempts=1          -> 1 | ready q
                lease q                 -> a:1
                doubt                   -> done
                timeout a               -> done | a TIMED_OUT (empty)
                """);
    }

    @Test
    void no_retry_is_used_up_under_any_rule() {
        play("""
                add a q rule=retries    -> 1 | ready q
                add b r rule=lapses     -> 2 | ready r
                lease q                 -> a:1
                lease r                 -> b:2
                doubt                   -> done
                +10s                    -> | ready q, ready r
                lease q                 -> a:3
                lease r                 -> b:4
                +10s                    -> | a TIMED_OUT (empty), b FAILED (empty)
                """);
    }

    @Test
    void a_job_on_its_callers_clock_uses_no_retry() {
        play("""
                set grace-period 0             -> done | set grace-period=0
                put a q now=0s retries=0       -> 1 | put a q, ready q
                pop q now=0s by=joe            -> a:1
                doubt                          -> done
                pop q now=60s by=ann           -> a:2 | lost a by=joe
                pop q now=120s by=bob          -> nothing | lost a by=ann, failed a failed-retries-q by=ann: no retries left in q, a FAILED (empty)
                """);
    }

    @Test
    void a_later_restart_does_not_settle_the_doubt() {
        play("""
                add a q attempts=1          -> 1 | ready q
                lease q                 -> a:1
                doubt                   -> done
                add b q                 -> 2 | ready q
                lease q                 -> b:2
                confirm 2               -> done
                doubt                   -> done
                delete b                -> done | b DELETED
                +10s                    -> | ready q
                """);
    }

    @ParameterizedTest
    @CsvSource({"15, ready q", "16, a TIMED_OUT (empty)"})
    void the_doubts_of_the_last_restarts_are_kept(int restarts, String effect) {
        StringBuilder script = new StringBuilder("""
                add a q attempts=1      -> 1 | ready q
                lease q                 -> a:1
                doubt                   -> done
                """);
        for (int i = 2; i <= restarts + 1; i++) {
            script.append("add b r  -> %d | ready r%n".formatted(i))
                    .append("lease r  -> b:%d%n".formatted(i))
                    .append("doubt    -> done%n".formatted())
                    .append("delete b -> done | b DELETED%n".formatted());
        }
        play(script + "+10s -> | " + effect);
    }

    @Test
    void a_job_that_somebody_waits_for_ends_with_its_lease() {
        play("""
                add a q wait=60s keep=0s ->  1 | ready q
                lease q                 -> a:1
                doubt                   -> done
                +10s                    -> | a NOT_FINISHED
                """);
    }
}
