package dev.reeve.node.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {
    private static final long SECOND = 1_000_000;

    private static long micros(OffsetDateTime time) {
        return time.toEpochSecond() * SECOND;
    }

    /** The times after the first one, as text with the offset of the zone. */
    private static String times(String cron, String zone, String after, int count) {
        CronExpression expression = new CronExpression(cron, ZoneId.of(zone));
        List<String> times = new ArrayList<>();
        long time = micros(OffsetDateTime.parse(after));
        for (int i = 0; i < count; i++) {
            time = expression.nextMicros(time);
            times.add(Instant.ofEpochSecond(time / SECOND)
                    .atZone(ZoneId.of(zone))
                    .toOffsetDateTime()
                    .toString());
        }
        return String.join(" ", times);
    }

    @ParameterizedTest(name = "{0} {1} after {2}")
    @CsvSource(delimiter = '|', textBlock = """
            # A time of the day that the clocks skip comes at the end of the gap, and once.
            30 2 * * *     | Europe/Berlin       | 2026-03-28T12:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T02:30+02:00
            */15 2 * * *   | Europe/Berlin       | 2026-03-28T12:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T02:00+02:00 2026-03-30T02:15+02:00
            0 2,3 * * *    | Europe/Berlin       | 2026-03-28T12:00+01:00 | 2026-03-29T03:00+02:00 2026-03-30T02:00+02:00
            30 2 * * *     | Europe/Berlin       | 2026-03-29T01:59:59+01:00 | 2026-03-29T03:00+02:00
            30 2 * * *     | America/New_York    | 2026-03-07T12:00-05:00 | 2026-03-08T03:00-04:00 2026-03-09T02:30-04:00
            15 2 * * *     | Australia/Lord_Howe | 2026-10-03T12:00+10:30 | 2026-10-04T02:30+11:00 2026-10-05T02:15+11:00
            @daily         | America/Havana      | 2026-03-07T12:00-05:00 | 2026-03-08T01:00-04:00 2026-03-09T00:00-04:00
            @daily         | America/Sao_Paulo   | 2018-11-03T12:00-03:00 | 2018-11-04T01:00-02:00 2018-11-05T00:00-02:00
            0 12 * * *     | Pacific/Apia        | 2011-12-29T13:00-10:00 | 2011-12-31T00:00+14:00 2011-12-31T12:00+14:00
            # One that they repeat comes the first time only.
            30 2 * * *     | Europe/Berlin       | 2026-10-24T12:00+02:00 | 2026-10-25T02:30+02:00 2026-10-26T02:30+01:00
            */30 2 * * *   | Europe/Berlin       | 2026-10-24T12:00+02:00 | 2026-10-25T02:00+02:00 2026-10-25T02:30+02:00 2026-10-26T02:00+01:00
            0 3 * * *      | Europe/Berlin       | 2026-10-24T12:00+02:00 | 2026-10-25T03:00+01:00
            30 1 * * *     | America/New_York    | 2026-10-31T12:00-04:00 | 2026-11-01T01:30-04:00 2026-11-02T01:30-05:00
            45 1 * * *     | Australia/Lord_Howe | 2026-04-04T12:00+11:00 | 2026-04-05T01:45+11:00 2026-04-06T01:45+10:30
            30 0 * * *     | America/Havana      | 2026-10-31T12:00-04:00 | 2026-11-01T00:30-04:00 2026-11-02T00:30-05:00
            30 23 * * *    | America/Sao_Paulo   | 2019-02-16T12:00-02:00 | 2019-02-16T23:30-02:00 2019-02-17T23:30-03:00
            @daily         | America/Sao_Paulo   | 2019-02-16T12:00-02:00 | 2019-02-17T00:00-03:00 2019-02-18T00:00-03:00
            # Hours with a star go by the time that passes.
            30 * * * *     | Europe/Berlin       | 2026-03-29T00:45+01:00 | 2026-03-29T01:30+01:00 2026-03-29T03:30+02:00 2026-03-29T04:30+02:00
            30 * * * *     | Europe/Berlin       | 2026-10-25T01:45+02:00 | 2026-10-25T02:30+02:00 2026-10-25T02:30+01:00 2026-10-25T03:30+01:00
            0 */2 * * *    | Europe/Berlin       | 2026-03-28T23:30+01:00 | 2026-03-29T00:00+01:00 2026-03-29T03:00+02:00 2026-03-29T04:00+02:00
            0 */2 * * *    | Europe/Berlin       | 2026-10-24T23:30+02:00 | 2026-10-25T00:00+02:00 2026-10-25T02:00+02:00 2026-10-25T02:00+01:00 2026-10-25T04:00+01:00
            30 */2 * * *   | America/New_York    | 2026-03-08T00:00-05:00 | 2026-03-08T00:30-05:00 2026-03-08T03:30-04:00 2026-03-08T04:30-04:00
            @hourly        | America/New_York    | 2026-11-01T00:30-04:00 | 2026-11-01T01:00-04:00 2026-11-01T01:00-05:00 2026-11-01T02:00-05:00
            */15 * * * *   | Australia/Lord_Howe | 2026-10-04T01:40+10:30 | 2026-10-04T01:45+10:30 2026-10-04T02:30+11:00 2026-10-04T02:45+11:00
            */15 * * * *   | Australia/Lord_Howe | 2026-04-05T01:40+11:00 | 2026-04-05T01:45+11:00 2026-04-05T01:30+10:30 2026-04-05T01:45+10:30 2026-04-05T02:00+10:30
            0 * * * *      | America/Havana      | 2026-03-07T23:30-05:00 | 2026-03-08T01:00-04:00 2026-03-08T02:00-04:00
            # Zones without changes, days, names.
            30 9 * * MON-FRI   | Asia/Kolkata | 2026-11-13T09:30+05:30 | 2026-11-16T09:30+05:30
            0 0 * * FRI-SUN    | UTC          | 2026-11-12T00:00Z      | 2026-11-13T00:00Z 2026-11-14T00:00Z 2026-11-15T00:00Z 2026-11-20T00:00Z
            0 0 ? * 7          | UTC          | 2026-11-12T00:00Z      | 2026-11-15T00:00Z 2026-11-22T00:00Z
            0 0 13 * FRI       | UTC          | 2026-11-07T00:00Z      | 2026-11-13T00:00Z 2026-11-20T00:00Z 2026-11-27T00:00Z 2026-12-04T00:00Z 2026-12-11T00:00Z 2026-12-13T00:00Z
            0 0 31 * *         | UTC          | 2026-11-01T00:00Z      | 2026-12-31T00:00Z 2027-01-31T00:00Z 2027-03-31T00:00Z
            0 12 1 jan,Jul *   | UTC          | 2026-11-01T00:00Z      | 2027-01-01T12:00Z 2027-07-01T12:00Z
            */20 * * * * *     | UTC          | 2026-11-01T00:00:19Z   | 2026-11-01T00:00:20Z 2026-11-01T00:00:40Z 2026-11-01T00:01Z
            10-50/20 59 23 31 12 * | UTC      | 2026-11-01T00:00Z      | 2026-12-31T23:59:10Z 2026-12-31T23:59:30Z 2026-12-31T23:59:50Z 2027-12-31T23:59:10Z
            5/25 * * * *       | UTC          | 2026-11-01T00:00Z      | 2026-11-01T00:05Z 2026-11-01T00:30Z 2026-11-01T00:55Z 2026-11-01T01:05Z
            @yearly            | UTC          | 2026-11-01T00:00Z      | 2027-01-01T00:00Z 2028-01-01T00:00Z
            @monthly           | UTC          | 2026-11-01T00:00Z      | 2026-12-01T00:00Z
            @weekly            | UTC          | 2026-11-01T00:00Z      | 2026-11-08T00:00Z
            # Leap days.
            0 0 29 2 *         | UTC          | 2026-11-01T00:00Z      | 2028-02-29T00:00Z 2032-02-29T00:00Z
            0 0 29 2 *         | UTC          | 2096-03-01T00:00Z      | 2104-02-29T00:00Z
            0 0 29 2 */7       | UTC          | 2026-11-01T00:00Z      | 2032-02-29T00:00Z 2060-02-29T00:00Z
            """)
    void comes_at_these_times(String cron, String zone, String after, String expected) {
        assertThat(times(cron, zone, after, expected.split(" ", -1).length)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            * * * *          | expected 5 or 6 fields, but got 4
            * * * * * * *    | expected 5 or 6 fields, but got 7
            ''               | expected 5 or 6 fields, but got 1
            60 * * * *       | minute: expected 0 to 59, but got 60
            x * * * *        | minute: expected 0 to 59, but got x
            1, * * * *       | minute: expected 0 to 59, but got nothing
            -1 * * * *       | minute: expected 0 to 59, but got nothing
            * 24 * * *       | hour: expected 0 to 23, but got 24
            * * 0 * *        | day of month: expected 1 to 31, but got 0
            * * 32 * *       | day of month: expected 1 to 31, but got 32
            * * L * *        | day of month: expected 1 to 31, but got L
            * * * 13 *       | month: expected JAN to DEC or 1 to 12, but got 13
            * * * * 8        | day of week: expected SUN to SAT or 0 to 7, but got 8
            * * * * MON#2    | day of week: expected SUN to SAT or 0 to 7, but got MON#2
            ? * * * *        | minute: expected 0 to 59, but got ?
            5-3 * * * *      | minute: expected a range that ascends, but got 5-3
            */0 * * * *      | minute: expected a step of at least 1, but got 0
            */x * * * *      | minute: expected a step of at least 1, but got x
            0 0 30 2 *       | the date never comes
            0 0 31 4,6,9,11 * | the date never comes
            @reboot          | expected one of @yearly, @monthly, @weekly, @daily, @hourly, but got @reboot
            """)
    void refuses_what_is_no_expression_or_never_comes(String cron, String message) {
        assertThatThrownBy(() -> new CronExpression(cron, ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "America/New_York",
                "Australia/Lord_Howe",
                "America/Havana",
                "Africa/Casablanca",
                "Asia/Kolkata"
            })
    void agrees_with_a_look_at_every_minute(String zone) {
        long seed = zone.hashCode();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 30; round++) {
            NaiveCron naive = NaiveCron.random(random);
            Instant start =
                    Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofMinutes(random.nextInt(365 * 24 * 60)));
            int days = 30;
            List<Long> expected = naive.timesAfter(start, Duration.ofDays(days), ZoneId.of(zone));
            CronExpression expression = new CronExpression(naive.text(), ZoneId.of(zone));
            List<Long> actual = new ArrayList<>();
            long end = start.plus(Duration.ofDays(days)).getEpochSecond() * SECOND;
            long time = expression.nextMicros(start.getEpochSecond() * SECOND);
            while (time <= end) {
                actual.add(time);
                time = expression.nextMicros(time);
            }
            assertThat(actual)
                    .as("seed %d, round %d: %s in %s after %s", seed, round, naive.text(), zone, start)
                    .isEqualTo(expected);
        }
    }

    @Test
    void asks_no_longer_for_times_between_seconds() {
        CronExpression expression = new CronExpression("0 0 * * *", ZoneId.of("UTC"));
        assertThat(expression.nextMicros(-1)).isZero();
        assertThat(expression.nextMicros(0)).isEqualTo(86_400 * SECOND);
        assertThat(expression.nextMicros(86_400 * SECOND - 1)).isEqualTo(86_400 * SECOND);
    }
}
