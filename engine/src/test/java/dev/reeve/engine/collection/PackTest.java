package dev.reeve.engine.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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

    /** Any numbers. */
    private record Listed(List<Integer> numbers) implements Pack<Integer> {
        @Override
        public Integer element(int slot) {
            return numbers.get(slot);
        }

        @Override
        public Integer glance(int slot) {
            return numbers.get(slot);
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
            assertThat(set.find(each -> Integer.compare(each, after)))
                    .isEqualTo(model.contains(number) ? number : null);
            if (step % 500 == 0) {
                RankedSetInvariants.check(set, Comparator.naturalOrder());
                List<Integer> all = new ArrayList<>(model);
                assertThat(set.all()).isEqualTo(all);
            }
        }
    }

    /** Neighbours of which a pack has all become a leaf; whatever happens to it, the set is the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void a_set_with_packs_as_leaves_is_the_set_without(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RankedSet<Integer> set = new RankedSet<>(Comparator.naturalOrder());
        TreeSet<Integer> model = new TreeSet<>();
        int together = 0;
        int added = 0;
        int apart = 0;
        for (int step = 0; step < 30_000; step++) {
            int number = random.nextInt(5_000);
            int choice = random.nextInt(step / 5_000 % 2 == 0 ? 40 : 60);
            if (choice < 24) {
                assertThat(set.add(number)).isEqualTo(model.add(number));
            } else if (choice == 24) {
                List<Integer> more = numbers(number, 1 + random.nextInt(64));
                more.forEach(set::add);
                model.addAll(more);
                assertThat(set.pack(more, new Numbers(number))).isTrue();
                together++;
            } else if (choice == 26) {
                int size = 1 + random.nextInt(1 << random.nextInt(7));
                List<Integer> more = numbers(number, size);
                boolean alone = model.subSet(number, number + size).isEmpty();
                assertThat(set.addLeaf(new Numbers(number), size)).isEqualTo(alone);
                model.addAll(alone ? more : List.of());
                added += alone ? 1 : 0;
            } else if (choice == 25 && !model.isEmpty()) {
                List<Integer> present = model.tailSet(number).stream().limit(32).toList();
                List<Integer> others =
                        present.stream().filter(each -> random.nextInt(4) > 0).toList();
                if (!others.isEmpty() && !set.pack(others, new Listed(others))) {
                    apart++;
                }
            } else if (choice < 30) {
                unpackNeighbours(set, model.tailSet(number), 1 + random.nextInt(100));
            } else {
                assertThat(set.remove(number)).isEqualTo(model.remove(number));
            }
            int after = number;
            assertThat(set.rankOf(each -> each < after ? -1 : 0))
                    .isEqualTo(model.headSet(number).size());
            assertThat(set.find(each -> Integer.compare(each, after)))
                    .isEqualTo(model.contains(number) ? number : null);
            if (step % 250 == 0) {
                RankedSetInvariants.check(set, Comparator.naturalOrder());
                assertThat(set.all()).isEqualTo(new ArrayList<>(model));
            }
        }
        assertThat(together).isGreaterThan(100);
        assertThat(added).isGreaterThan(20);
        assertThat(apart).isGreaterThan(100);
        for (int number : new ArrayList<>(model)) {
            assertThat(set.remove(number)).isTrue();
        }
        RankedSetInvariants.check(set, Comparator.naturalOrder());
    }

    private static void unpackNeighbours(RankedSet<Integer> set, Iterable<Integer> numbers, int most) {
        int count = 0;
        for (int number : numbers) {
            Integer found = set.find(each -> Integer.compare(each, number));
            // A fluent check would take longer than what it checks.
            if (found == null || found != number) {
                throw new AssertionError("found " + found + " in place of " + number);
            }
            set.unpack(number);
            if (++count == most) {
                return;
            }
        }
    }

    @Test
    void each_pack_of_neighbours_is_one_leaf_wherever_leaves_began() {
        RankedSet<Integer> set = new RankedSet<>(Comparator.naturalOrder());
        for (int i = 0; i < 10_000; i++) {
            set.add(i);
        }
        for (int first = 9_000; first >= 17; first -= 64) {
            assertThat(set.pack(numbers(first, 64), new Numbers(first))).isTrue();
        }
        assertThat(RankedSetInvariants.packs(set)).isEqualTo(141);
        assertThat(set.all()).isEqualTo(numbers(0, 10_000));
    }

    @Test
    void a_leaf_stays_a_pack_when_elements_leave_it() {
        RankedSet<Integer> set = packed(640);
        for (int i = 5; i < 640; i += 7) {
            set.unpack(i);
            set.remove(i);
        }
        assertThat(RankedSetInvariants.packs(set)).isEqualTo(10);
        RankedSetInvariants.check(set, Comparator.naturalOrder());
    }

    @Test
    void elements_between_packs_share_leaves() {
        RankedSet<Integer> set = new RankedSet<>(Comparator.naturalOrder());
        for (int block = 0; block < 20; block++) {
            numbers(block * 1000, 64).forEach(set::add);
            set.pack(numbers(block * 1000, 64), new Numbers(block * 1000));
        }
        for (int offset = 200; offset >= 100; offset--) {
            for (int block = 0; block < 20; block++) {
                set.add(block * 1000 + offset);
            }
        }
        assertThat(RankedSetInvariants.packs(set)).isEqualTo(20);
        assertThat(RankedSetInvariants.leaves(set)).isLessThan(20 + 20 * 5);
    }

    @Test
    void an_empty_set_holds_no_pack() {
        RankedSet<Integer> set = packed(64);
        numbers(0, 64).forEach(set::remove);
        assertThat(RankedSetInvariants.packs(set)).isZero();
        assertThat(set.add(1)).isTrue();
        RankedSetInvariants.check(set, Comparator.naturalOrder());
    }

    @Test
    void leaves_are_added_in_any_order() {
        for (boolean upwards : new boolean[] {true, false}) {
            RankedSet<Integer> set = new RankedSet<>(Comparator.naturalOrder());
            for (int i = 0; i < 500; i++) {
                int first = 64 * (upwards ? i : 499 - i);
                assertThat(set.addLeaf(new Numbers(first), 64)).isTrue();
            }
            RankedSetInvariants.check(set, Comparator.naturalOrder());
            assertThat(RankedSetInvariants.packs(set)).isEqualTo(500);
            assertThat(set.all()).isEqualTo(numbers(0, 32_000));
        }
    }

    @Test
    void a_visit_begins_anywhere_and_ends_when_the_visitor_wants() {
        RankedSet<Integer> set = packed(6_400);
        for (int i = 3; i < 6_400; i += 200) {
            set.unpack(i);
        }
        for (int from : new int[] {0, 1, 63, 64, 3_000, 6_399, 6_400}) {
            for (int most : new int[] {1, 2, 100, 7_000}) {
                List<Integer> seen = new ArrayList<>();
                boolean all = set.visit(from, visitor(seen, most));
                int end = Math.min(6_400, from + most);
                assertThat(seen).isEqualTo(numbers(from, end - from));
                assertThat(all).isEqualTo(from + most > 6_400);
            }
        }
    }

    private static RankedSet.Visitor<Integer> visitor(List<Integer> seen, int most) {
        return new RankedSet.Visitor<>() {
            @Override
            public boolean element(Integer element) {
                assertThat(element % 200).isEqualTo(3);
                seen.add(element);
                return seen.size() < most;
            }

            @Override
            public boolean packed(Pack<Integer> pack, int slot) {
                seen.add(pack.element(slot));
                return seen.size() < most;
            }
        };
    }

    private static RankedSet<Integer> packed(int size) {
        RankedSet<Integer> set = new RankedSet<>(Comparator.naturalOrder());
        for (int first = 0; first < size; first += 64) {
            numbers(first, 64).forEach(set::add);
            set.pack(numbers(first, 64), new Numbers(first));
        }
        return set;
    }

    private static List<Integer> numbers(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
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
