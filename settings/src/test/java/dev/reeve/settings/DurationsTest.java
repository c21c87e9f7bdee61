package dev.reeve.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0s, 0, 0s",
        "1ns, 1, 1us",
        "999ns, 1, 1us",
        "1000ns, 1, 1us",
        "1001nsec, 2, 2us",
        "2us, 2, 2us",
        "2usec, 2, 2us",
        "500ms, 500000, 500ms",
        "500msec, 500000, 500ms",
        "500millis, 500000, 500ms",
        "30s, 30000000, 30s",
        "30sec, 30000000, 30s",
        "30secs, 30000000, 30s",
        "1second, 1000000, 1s",
        "30seconds, 30000000, 30s",
        "90 s, 90000000, 1m 30s",
        "5m, 300000000, 5m",
        "5min, 300000000, 5m",
        "5mins, 300000000, 5m",
        "1minute, 60000000, 1m",
        "5minutes, 300000000, 5m",
        "2h, 7200000000, 2h",
        "2hr, 7200000000, 2h",
        "2hrs, 7200000000, 2h",
        "1hour, 3600000000, 1h",
        "2hours, 7200000000, 2h",
        "1d, 86400000000, 1day",
        "1day, 86400000000, 1day",
        "2days, 172800000000, 2days",
        "1w, 604800000000, 7days",
        "1week, 604800000000, 7days",
        "2weeks, 1209600000000, 14days",
        "1M, 2630016000000, 1month",
        "1month, 2630016000000, 1month",
        "2months, 5260032000000, 2months",
        "1y, 31557600000000, 1year",
        "1year, 31557600000000, 1year",
        "2years, 63115200000000, 2years",
        "1h15m5s, 4505000000, 1h 15m 5s",
        "3w2d, 1987200000000, 23days",
        "' 1h  15m ', 4500000000, 1h 15m",
        "1m1m, 120000000, 2m",
        "1 000ms, 1000000, 1s",
        "1y 1M 1d 1h 1m 1s 1ms 1us, 34277677001001, 1year 1month 1day 1h 1m 1s 1ms 1us",
    })
    void reads_and_prints(String text, long micros, String printed) {
        assertThat(Durations.parseMicros(text)).isEqualTo(micros);
        assertThat(Durations.print(micros)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'' | value was empty",
                "'  ' | value was empty",
                "10 | time unit needed, for example 10sec or 10ms",
                "1h 10 | time unit needed, for example 10sec or 10ms",
                "1x | unknown time unit \"x\", supported units: ns, us, ms, sec, min, hours, days, weeks, months, years (and few variations)",
                "1S | unknown time unit \"S\", supported units: ns, us, ms, sec, min, hours, days, weeks, months, years (and few variations)",
                "s | expected number at 0",
                "-1s | expected number at 0",
                "1h m | expected number at 3",
                "1.5h | invalid character at 1",
                "1s-2s | invalid character at 2",
                "99999999999999999999s | number is too large",
                "9223372036854775807s | number is too large",
                "400000y | number is too large",
            })
    void refuses(String text, String why) {
        assertThatThrownBy(() -> Durations.parseMicros(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(why);
    }
}
