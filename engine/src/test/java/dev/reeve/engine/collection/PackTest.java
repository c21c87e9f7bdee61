package dev.reeve.engine.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A {@link RankedSet} with packed elements is the same set. */
class PackTest {
    /** As many numbers as a pack has slots. */
    private record Numbers(int first) implements Pack<Integer> {
        @Override
        public Integer element(int slot) {
            return first + slot;
        }

        @Override
        public Integer glance(int slot) {
            return first + slot;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void a_set_with_packs_is_the_set_without(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RankedSet<Integer> set = new RankedSet<>(Comparator.naturalOrder());
        TreeSet<Integer> model = new TreeSet<>();
        for (int step = 0; step < 20_000; step++) {
            int number = random.nextInt(3_000);
            int choice = random.nextInt(step / 4_000 % 2 == 0 ? 5 : 7);
            if (choice < 3) {
                assertThat(set.add(number)).isEqualTo(model.add(number));
            } else if (choice == 3 && model.contains(number)) {
                set.pack(number, new Numbers(number / 64 * 64), number % 64);
            } else if (choice == 4 && model.contains(number)) {
                set.unpack(number);
            } else if (choice > 4) {
                assertThat(set.remove(number)).isEqualTo(model.remove(number));
            }
            int after = number;
            assertThat(set.rankOf(each -> each < after ? -1 : 0))
                    .isEqualTo(model.headSet(number).size());
            if (step % 500 == 0) {
                RankedSetInvariants.check(set, Comparator.naturalOrder());
                List<Integer> all = new ArrayList<>(model);
                assertThat(set.all()).isEqualTo(all);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 65, 5_000})
    void what_is_in_no_pack_is_listed(int size) {
        RankedSet<Integer> set = new RankedSet<>(Comparator.naturalOrder());
        List<Integer> unpacked = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            set.add(i);
            if (i % 3 == 0) {
                unpacked.add(i);
            } else {
                set.pack(i, new Numbers(i / 64 * 64), i % 64);
            }
        }
        assertThat(set.unpacked()).isEqualTo(unpacked);
        assertThat(set.all()).hasSize(size).isSorted();
    }
}
