package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LookupTest {
    @Test
    void an_empty_one_has_nothing() {
        Lookup<String, String> lookup = new Lookup<>();
        assertThat(lookup.get("a")).isNull();
        assertThat(lookup.remove("a")).isNull();
        assertThat(lookup.contains("a")).isFalse();
        assertThat(lookup.size()).isZero();
    }

    @Test
    void the_last_value_counts() {
        Lookup<String, String> lookup = new Lookup<>();
        assertThat(lookup.put("a", "first")).isNull();
        assertThat(lookup.put("a", "second")).isEqualTo("first");
        assertThat(lookup.get("a")).isEqualTo("second");
        assertThat(lookup.size()).isEqualTo(1);
        lookup.clear();
        assertThat(lookup.contains("a")).isFalse();
        assertThat(lookup.size()).isZero();
    }
}
