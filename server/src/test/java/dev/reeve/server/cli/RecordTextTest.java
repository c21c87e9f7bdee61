package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordTextTest {
    record One(@Nullable Object value) {}

    record Times(long leaseMicros, long startsAtMicros) {}

    @Test
    void what_is_null_is_left_out() {
        assertThat(RecordText.of(new One(null))).isEmpty();
        assertThat(RecordText.of(new One(new One(null)))).isEqualTo("value={}");
    }

    @Test
    void lists_and_maps_are_shown_with_all_that_is_in_them() {
        assertThat(RecordText.of(new One(List.of("a", 7L, new One("b"))))).isEqualTo("value=[a, 7, {value=b}]");
        assertThat(RecordText.of(new One(Map.of("a b", List.of(true))))).isEqualTo("value={\"a b\"=[true]}");
    }

    @Test
    void a_job_is_shown_by_its_id_or_else_by_its_number() {
        assertThat(RecordText.of(new One(JobRef.of(JobId.of("7"))))).isEqualTo("value=7");
        assertThat(RecordText.of(new One(JobRef.of(7)))).isEqualTo("value=#7");
        assertThat(RecordText.of(new One(JobRef.of(JobId.of("#7"))))).isEqualTo("value=\"#7\"");
    }

    @Test
    void empty_text_can_be_seen() {
        assertThat(RecordText.of(new One(""))).isEqualTo("value=\"\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s, 1970-01-01T00:00:00Z",
        "-1, -1, 1969-12-31T23:59:59.999999Z",
        "90000000, 90s, 1970-01-01T00:01:30Z",
        "10250000, 10.25s, 1970-01-01T00:00:10.250Z",
        "9223372036854775807, forever, forever",
        "-9223372036854775808, -9223372036854.775808s, earliest"
    })
    void micros_are_shown_as_seconds_or_as_a_time(long micros, String lease, String startsAt) {
        assertThat(RecordText.of(new Times(micros, micros))).isEqualTo("lease=" + lease + " startsAt=" + startsAt);
    }

    @Test
    void a_value_of_an_unknown_type_is_not_shown_but_seen() {
        assertThat(RecordText.of(new One(URI.create("secret")))).isEqualTo("value=<URI>");
        assertThat(RecordText.of(new One(new char[] {'s'}))).isEqualTo("value=<char[]>");
        assertThat(RecordText.of(URI.create("secret"))).isEqualTo("<URI>");
    }

    @Test
    void depth_has_a_limit() {
        Object deep = "end";
        for (int i = 0; i < 100_000; i++) {
            deep = i % 2 == 0 ? new One(deep) : List.of(deep);
        }
        assertThat(RecordText.of(new One(deep))).hasSizeLessThan(100).contains("…");
    }
}
