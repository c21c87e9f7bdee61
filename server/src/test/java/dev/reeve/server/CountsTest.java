package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|job|0 jobs",
                "1|job|1 job",
                "2|job|2 jobs",
                "1500|byte|1,500 bytes",
                "1|entry|1 entry",
                "1000000|entry|1,000,000 entries",
                "2|key|2 keys",
                "1|batch|1 batch",
                "3|batch|3 batches",
            })
    void a_number_has_the_noun_that_it_needs(long count, String one, String text) {
        assertThat(Counts.of(count, one)).isEqualTo(text);
        assertThat(text).endsWith(" " + Counts.noun(count, one));
    }
}
