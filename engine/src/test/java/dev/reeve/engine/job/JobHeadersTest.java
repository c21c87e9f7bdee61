package dev.reeve.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobHeadersTest {
    private static final JobHeaders TWO = new JobHeaders(List.of("traceparent", "00-1", "baggage", "b"));

    @Test
    void they_are_found_by_name() {
        assertThat(TWO.get("baggage")).isEqualTo("b");
        assertThat(TWO.get("00-1")).isNull();
        assertThat(JobHeaders.NONE.get("baggage")).isNull();
    }

    @Test
    void they_keep_the_order_of_their_producer() {
        Map<String, String> given = new LinkedHashMap<>();
        given.put("traceparent", "00-1");
        given.put("baggage", "b");
        assertThat(JobHeaders.of(given)).isEqualTo(TWO);
        assertThat(TWO.asMap()).isEqualTo(given).hasToString("{traceparent=00-1, baggage=b}");
    }

    @Test
    void none_are_shared_and_take_no_memory() {
        assertThat(JobHeaders.of(Map.of())).isSameAs(JobHeaders.NONE);
        assertThat(JobHeaders.NONE.sizeBytes()).isZero();
    }

    @Test
    void a_name_without_a_value_is_refused() {
        assertThatThrownBy(() -> new JobHeaders(List.of("a", "b", "c")))
                .hasMessage("expected a value for each header, but one has none");
    }
}
