package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

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
}
