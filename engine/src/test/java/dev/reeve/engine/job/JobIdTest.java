package dev.reeve.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobIdTest {
    private static final String EXAMPLE = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    @Test
    void a_uuid_is_shown_as_java_shows_it() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1000; i++) {
            UUID uuid = new UUID(random.nextLong(), random.nextLong());
            JobId id = JobId.of(uuid.toString());
            assertThat(id).isInstanceOf(JobId.Hex.class).hasToString(uuid.toString());
            assertThat(id)
                    .isEqualTo(JobId.ofUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()))
                    .hasSameHashCodeAs(JobId.ofUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()));
        }
    }

    @Test
    void a_uuid_without_dashes_is_short_too_and_sorts_as_its_text() {
        SplittableRandom random = new SplittableRandom(2);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            UUID uuid = new UUID(random.nextLong() >>> random.nextInt(64), random.nextLong());
            texts.addAll(List.of(uuid.toString(), uuid.toString().replace("-", ""), "name" + uuid));
        }
        List<JobId> ids = new ArrayList<>(texts.stream().map(JobId::of).toList());
        assertThat(ids.stream().filter(id -> id instanceof JobId.Hex hex && !hex.dashes()))
                .hasSize(300);
        assertThat(ids).extracting(JobId::toString).isEqualTo(texts);
        ids.sort(JobId.ORDER);
        assertThat(ids).extracting(JobId::toString).isSorted();
        assertThat(JobId.of("0123456789ABCDEF0123456789abcdef")).isInstanceOf(JobId.Name.class);
        assertThat(JobId.of(EXAMPLE.replace("-", ""))).isNotEqualTo(JobId.of(EXAMPLE));
        assertThat(JobId.isUuid(JobId.of(EXAMPLE))).isTrue();
        assertThat(JobId.isUuid(JobId.of(EXAMPLE.replace("-", "")))).isFalse();
    }

    @Test
    void an_upper_case_uuid_is_another_name_but_the_same_uuid() {
        String upper = "6BA7B810-9DAD-11D1-80B4-00C04FD430C4";
        assertThat(JobId.of(upper)).isInstanceOf(JobId.Name.class).hasToString(upper);
        assertThat(JobId.uuid(upper)).isEqualTo(JobId.of(EXAMPLE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "6ba7b810-9dad-11d1-80b4-00c04fd430c",
                "6ba7b810-9dad-11d1-80b4-00c04fd430c45",
                "6ba7b8109dad-11d1-80b4-00c04fd430c4-",
                "6ba7b810-9dad-11d1-80b4-00c04fd430cg",
                "6ba7b810+9dad-11d1-80b4-00c04fd430c4",
                "-ba7b810-9dad-11d1-80b4-00c04fd430c4",
                "\u0666ba7b810-9dad-11d1-80b4-00c04fd430c"
            })
    void other_texts_are_names(String text) {
        assertThat(JobId.uuid(text)).isNull();
        assertThat(JobId.of(text))
                .isInstanceOf(JobId.Name.class)
                .hasToString(text)
                .isEqualTo(JobId.of(text));
    }

    @Test
    void ids_that_count_up_spread_over_a_table() {
        boolean[] taken = new boolean[1 << 16];
        int hit = 0;
        for (int i = 0; i < 1 << 15; i++) {
            int slot = JobId.ofUuid(0, i).hashCode() & 0xFFFF;
            hit += taken[slot] ? 1 : 0;
            taken[slot] = true;
        }
        assertThat(hit).isLessThan(1 << 13);
    }
}
