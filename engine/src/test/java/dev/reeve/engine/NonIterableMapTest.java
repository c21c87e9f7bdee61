package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.JobId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NonIterableMapTest {
    @Test
    void an_empty_one_has_nothing() {
        NonIterableMap<String, String> lookup = new NonIterableMap<>();
        assertThat(lookup.get("a")).isNull();
        assertThat(lookup.remove("a")).isNull();
        assertThat(lookup.contains("a")).isFalse();
        assertThat(lookup.size()).isZero();
    }

    @Test
    void the_last_value_counts() {
        NonIterableMap<String, String> lookup = new NonIterableMap<>();
        assertThat(lookup.put("a", "first")).isNull();
        assertThat(lookup.put("a", "second")).isEqualTo("first");
        assertThat(lookup.get("a")).isEqualTo("second");
        assertThat(lookup.size()).isEqualTo(1);
        lookup.clear();
        assertThat(lookup.contains("a")).isFalse();
        assertThat(lookup.size()).isZero();
    }

    /** A hash table that compared them one by one would take minutes. */
    @Test
    @Timeout(30)
    void ids_chosen_to_have_one_hash_are_found_as_others_are() {
        List<JobId> ids = new ArrayList<>();
        for (int i = 0; i < 1 << 16; i++) {
            ids.add(JobId.of(nameOfOneHash(i)));
            ids.add(JobId.ofUuid(Long.rotateLeft(i, 32), i));
            ids.add(JobId.ofDigits(Long.rotateLeft(i, 32), i));
        }
        assertThat(ids.stream().map(JobId::hashCode).distinct()).hasSize(3);
        NonIterableMap<JobId, JobId> lookup = new NonIterableMap<>();
        ids.forEach(id -> lookup.put(id, id));
        assertThat(lookup.size()).isEqualTo(ids.size());
        assertThat(ids.stream().filter(id -> lookup.get(id) != id)).isEmpty();
        assertThat(ids.stream().filter(id -> lookup.remove(id) != id || lookup.contains(id)))
                .isEmpty();
        assertThat(lookup.size()).isZero();
    }

    /** "Aa" and "BB" have the same hash, and so has any text made of as many of either. */
    private static String nameOfOneHash(int number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 16; bit++) {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }
}
