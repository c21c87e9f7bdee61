package dev.reeve.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapBoundedLimitTest {
    private final long eighth = HeapBoundedLimit.usableHeapBytes() / 8;

    @Test
    void the_program_keeps_a_part_of_the_heap_for_itself() {
        long all = Runtime.getRuntime().maxMemory();
        assertThat(HeapBoundedLimit.usableHeapBytes()).isEqualTo(all - HeapBoundedLimit.OWN_BYTES);
    }

    @Test
    void a_limit_is_an_eighth_of_the_usable_heap_at_most() {
        assertThat(HeapBoundedLimit.of(1)).isEqualTo(1);
        assertThat(HeapBoundedLimit.of(eighth - 1)).isEqualTo(eighth - 1);
        assertThat(HeapBoundedLimit.of(eighth + 1)).isEqualTo(eighth);
    }

    @Test
    void what_has_to_fit_in_does() {
        assertThat(HeapBoundedLimit.of(eighth + 9, eighth + 5)).isEqualTo(eighth + 5);
        assertThat(HeapBoundedLimit.of(eighth + 9, 5)).isEqualTo(eighth);
    }
}
