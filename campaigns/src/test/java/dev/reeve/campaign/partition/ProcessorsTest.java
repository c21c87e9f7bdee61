package dev.reeve.campaign.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorsTest {
    @Test
    void a_list_has_numbers_and_ranges() {
        assertThat(Processors.parse("0")).containsExactly(0);
        assertThat(Processors.parse("0-1")).containsExactly(0, 1);
        assertThat(Processors.parse("2,4-6,9")).containsExactly(2, 4, 5, 6, 9);
    }

    @Test
    void a_process_is_where_it_was_bound() throws Exception {
        Processors all = Processors.ofThisMachine();
        if (all.canBeDivided()) {
            long self = ProcessHandle.current().pid();
            try {
                all.own().bind(self);
                assertThat(Processors.ofThisMachine()).hasToString(all.own().toString());
                assertThat(all.own()).doesNotHaveToString(all.others().toString());
            } finally {
                all.bind(self);
            }
            assertThat(Processors.ofThisMachine()).hasToString(all.toString());
        }
    }
}
