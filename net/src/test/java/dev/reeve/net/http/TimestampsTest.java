package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 0",
        "1970-01-01T01:00:00+01:00, 0",
        "2001-09-09T01:46:40.123456789z, 1000000000123456",
        "2999-01-01T00:00:00Z, 32472144000000000",
        "9999-12-31T23:59:59.999999Z, 253402300799999999"
    })
    void a_time_of_any_year_of_four_digits_is_read_to_the_microsecond(String text, long micros) {
        assertThat(Timestamps.parse(text)).isEqualTo(micros);
        assertThat(Timestamps.parse(Timestamps.print(micros))).isEqualTo(micros);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1969-12-31T23:59:59.999999999Z",
                "1970-01-01T00:00:00+00:01",
                "2001-02-29T00:00:00Z",
                "2001-01-01T24:00:01Z",
                "2001-01-01 00:00:00Z",
                "2001-01-01T00:00:00",
                "10000-01-01T00:00:00Z",
                ""
            })
    void what_is_no_time_since_1970_is_not_read(String text) {
        assertThat(Timestamps.parse(text)).isNull();
    }

    @Test
    void what_is_printed_is_what_a_formatter_prints() {
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
                .withZone(ZoneOffset.UTC);
        long year10000 = 253_402_300_800_000_000L;
        LongStream edges = LongStream.of(
                0, 1, 999_999, 1_000_000, 86_399_999_999L, 951_782_400_000_000L, year10000 - 1, year10000, -1);
        LongStream any = new Random(1).longs(2000, -year10000 / 100, year10000 + year10000 / 100);
        LongStream.concat(edges, any)
                .forEach(micros -> assertThat(Timestamps.print(micros))
                        .isEqualTo(formatter.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS))));
    }
}
