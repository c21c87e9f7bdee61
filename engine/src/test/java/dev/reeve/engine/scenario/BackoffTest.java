package dev.reeve.engine.scenario;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final long SECOND = 1_000_000;

    @Test
    void a_failure_is_retried_after_the_delay_until_the_attempts_are_used_up() {
        play("""
                add a q rule=backoff attempts=3 delays=2s,5s  -> 1 | ready q
                lease q                     -> a:1
                fail a one                  -> done
                job a                       -> RETRYING attempts=1 fails=1 due=+2s result=one
                +2s                         -> | ready q
                lease q                     -> a:2
                fail a two                  -> done
                job a                       -> RETRYING attempts=2 fails=2 retries=1 due=+7s result=two
                +5s                         -> | ready q
                lease q                     -> a:3
                fail a three                -> done | a FAILED three
                job a                       -> FAILED attempts=3 fails=3 retries=2 result=three
                """);
    }

    @Test
    void a_lapsed_lease_is_ready_at_once_and_lapses_in_a_row_lose_the_worker() {
        play("""
                add a q rule=backoff attempts=9 delays=60s lapses=3  -> 1 | ready q
                lease q by=w1               -> a:1
                +10s                        -> | ready q
                details a                   -> lapses=1
                lease q by=w2               -> a:2
                +10s                        -> | ready q
                details a                   -> lapses=2
                lease q by=w3               -> a:3
                fail a                      -> done
                details a                   ->
                +60s                        -> | ready q
                lease q by=w4               -> a:4
                +10s                        -> | ready q
                lease q by=w4               -> a:5
                release a                   -> done | ready q
                details a                   ->
                lease q by=w4               -> a:6
                +10s                        -> | ready q
                lease q by=w4               -> a:7
                +10s                        -> | ready q
                lease q by=w5               -> a:8
                +10s                        -> | a FAILED (empty) (reeve:worker-lost)
                job a                       -> FAILED attempts=8 fails=1 retries=6 timedout result=
                details a                   -> lapses=3 error=reeve:worker-lost:3 leases in a row lapsed::+120s
                failures                    -> q/reeve:worker-lost:1 +120s +120s a 3 leases in a row lapsed
                requeue a anew              -> done | ready q
                job a                       -> READY attempts=0 fails=0
                details a                   -> error=reeve:worker-lost:3 leases in a row lapsed::+120s
                """);
    }

    @Test
    void without_a_limit_of_lapses_the_attempts_are_the_limit() {
        play("""
                add a q rule=backoff attempts=2  -> 1 | ready q
                add b q rule=backoff        -> 2 | ready q
                lease q count=2             -> a:1 b:2
                +10s                        -> | ready q, ready q
                lease q count=2             -> a:3 b:4
                +10s                        -> | a FAILED (empty) (reeve:worker-lost), ready q
                details a                   -> lapses=2 error=reeve:worker-lost:2 leases in a row lapsed::+20s
                """);
    }

    @Test
    void when_memory_is_full_the_error_is_not_recorded() {
        play("""
                add a q rule=backoff lapses=1  -> 1 | ready q
                lease q                     -> a:1
                memory 0                    -> done
                +10s                        -> | a FAILED (empty) (reeve:worker-lost)
                details a                   -> lapses=1
                failures                    ->
                """);
    }

    @Test
    void delays_double_up_to_the_largest_within_a_fifth() {
        Backoff backoff = new Backoff(10 * SECOND, 100 * SECOND);
        long[] middles = {10, 20, 40, 80, 100, 100};
        SplittableRandom random = new SplittableRandom(1);
        for (int used = 0; used < middles.length; used++) {
            long middle = middles[used] * SECOND;
            long least = Long.MAX_VALUE;
            long most = 0;
            for (int i = 0; i < 1_000; i++) {
                long delay = backoff.delayMicros(used, random);
                least = Math.min(least, delay);
                most = Math.max(most, delay);
            }
            assertThat(least).isBetween(middle * 80 / 100, middle * 82 / 100);
            assertThat(most).isBetween(middle * 118 / 100, middle * 120 / 100);
        }
        assertThat(new Backoff(1, Long.MAX_VALUE).delayMicros(1_000, random)).isPositive();
        assertThat(new Backoff(List.of(7L, 9L)).delayMicros(5, random)).isEqualTo(9);
        assertThat(Backoff.NONE.delayMicros(5, random)).isZero();
    }

    @Test
    void the_standard_terms_retry_for_two_or_three_days() {
        RetryPolicy retry = Terms.STANDARD.retry();
        long total = 0;
        for (int used = 0; used < retry.retries(); used++) {
            total += retry.backoff().delayMicros(used, new SplittableRandom(used));
        }
        assertThat(retry.maxAttempts()).isEqualTo(20);
        assertThat(total / (3600 * SECOND)).isBetween(44L, 72L);
    }
}
