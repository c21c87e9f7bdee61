package dev.reeve.engine.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class RankedSetTest {
    /** Its key may change while it is outside of the set, as a job's place does. */
    private static final class Item {
        private final int number;
        private long key;

        Item(int number, long key) {
            this.number = number;
            this.key = key;
        }

        long key() {
            return key;
        }

        int number() {
            return number;
        }

        @Override
        public String toString() {
            return key + "#" + number;
        }
    }

    private static final Comparator<Item> ORDER =
            Comparator.comparingLong(Item::key).thenComparingInt(Item::number);

    private final RankedSet<Item> set = new RankedSet<>(ORDER);
    private final TreeSet<Item> model = new TreeSet<>(ORDER);

    @Test
    public void an_empty_set_has_nothing() {
        assertThat(set.isEmpty()).isTrue();
        assertThat(set.first()).isNull();
        assertThat(set.page(0, 10)).isEmpty();
        assertThat(set.rankOf(item -> 1)).isZero();
        assertThat(set.find(item -> 0)).isNull();
        assertThat(set.remove(new Item(1, 1))).isFalse();
        check();
    }

    @Test
    public void an_equal_element_is_not_added_twice() {
        assertThat(set.add(new Item(1, 1))).isTrue();
        assertThat(set.add(new Item(1, 1))).isFalse();
        assertThat(set.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"-1, 5", "-9223372036854775808, 5", "300, 5", "9223372036854775807, 5", "0, 0", "0, -1"})
    public void a_page_outside_of_the_set_is_empty(long offset, int limit) {
        fill(300);
        assertThat(set.page(offset, limit)).isEmpty();
    }

    @Test
    public void a_page_ends_with_the_set() {
        fill(300);
        assertThat(set.page(298, 100)).extracting(Item::number).containsExactly(298, 299);
        assertThat(set.page(0, Integer.MAX_VALUE)).hasSize(300);
    }

    @ParameterizedTest
    @CsvSource({"1, 100, 20000", "2, 3000, 40000", "3, 20, 20000", "4, 1000000, 40000"})
    public void random_operations_do_what_a_tree_set_does(long seed, int keys, int steps) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Item> inside = new ArrayList<>();
        List<Item> outside = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            boolean shrinking = step / 4000 % 2 == 1;
            if (random.nextInt(10) < (shrinking ? 3 : 7)) {
                Item item = outside.isEmpty() || random.nextBoolean()
                        ? new Item(step, 0)
                        : outside.remove(outside.size() - 1);
                item.key = random.nextInt(keys);
                add(item);
                inside.add(item);
            } else if (!inside.isEmpty()) {
                Item item = takeAny(inside, random);
                remove(item);
                item.key = random.nextInt(keys);
                outside.add(item);
            }
            require(set.first() == (model.isEmpty() ? null : model.first()));
            if (step % 500 == 0) {
                check();
                checkRanks(random);
            }
        }
        check();
    }

    @Test
    public void a_fifo_of_200_000_stays_in_order() {
        fill(200_000);
        check();
        int next = 200_000;
        for (int i = 0; i < 300_000; i++) {
            Item first = first(set.first());
            require(first.number == i);
            require(set.remove(first));
            first.key = Long.MIN_VALUE;
            require(set.add(new Item(next, next)));
            next++;
        }
        assertThat(set.size()).isEqualTo(200_000);
        RankedSetInvariants.check(set, ORDER);
        for (int i = 300_000; i < 500_000; i++) {
            Item first = first(set.first());
            require(first.number == i);
            set.remove(first);
        }
        assertThat(set.isEmpty()).isTrue();
        RankedSetInvariants.check(set, ORDER);
    }

    @Test
    public void appending_leaves_full_nodes() {
        fill(64 * 64);
        int[] nodes = {0};
        countLeaves(set.root(), nodes);
        assertThat(nodes[0]).isEqualTo(64);
    }

    @Test
    public void inserting_in_the_middle_keeps_the_order() {
        for (int i = 0; i < 50_000; i++) {
            add(new Item(i, i % 2 == 0 ? i : 100_000 - i));
        }
        check();
        checkRanks(new SplittableRandom(7));
    }

    @Test
    public void inserting_in_descending_order_keeps_the_order() {
        for (int i = 0; i < 50_000; i++) {
            add(new Item(i, -i));
        }
        check();
        checkRanks(new SplittableRandom(8));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 63, 64, 65})
    public void mass_removals_keep_the_order(int stride) {
        List<Item> items = fill(60_000);
        for (int start = 0; start < stride; start++) {
            for (int i = start; i < items.size(); i += stride) {
                remove(items.get(i));
            }
            if (start < 3 || start > stride - 3) {
                check();
                checkRanks(new SplittableRandom(start));
            }
        }
        assertThat(set.isEmpty()).isTrue();
    }

    @Test
    public void removing_from_the_back_keeps_the_order() {
        List<Item> items = fill(60_000);
        for (int i = items.size() - 1; i >= 0; i--) {
            remove(items.get(i));
            if (i % 10_000 == 0) {
                check();
            }
        }
        assertThat(set.isEmpty()).isTrue();
    }

    @Test
    public void removing_what_is_not_there_changes_nothing() {
        fill(10_000);
        for (int i = 0; i < 10_000; i++) {
            require(!set.remove(new Item(-1, i)));
        }
        check();
    }

    private List<Item> fill(int size) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Item item = new Item(i, i);
            add(item);
            items.add(item);
        }
        return items;
    }

    private void add(Item item) {
        require(set.add(item) == model.add(item));
    }

    private void remove(Item item) {
        require(set.remove(item) == model.remove(item));
    }

    private void check() {
        RankedSetInvariants.check(set, ORDER);
        assertThat(set.page(0, Integer.MAX_VALUE).equals(new ArrayList<>(model)))
                .isTrue();
    }

    private void checkRanks(SplittableRandom random) {
        List<Item> all = new ArrayList<>(model);
        for (int probe = 0; probe < 20 && !all.isEmpty(); probe++) {
            int rank = random.nextInt(all.size());
            Item item = all.get(rank);
            assertThat(set.rankOf(other -> ORDER.compare(other, item))).isEqualTo(rank);
            assertThat(set.find(other -> ORDER.compare(other, item))).isSameAs(item);
            Item absent = new Item(-1, item.key);
            assertThat(set.find(other -> ORDER.compare(other, absent))).isNull();
            int limit = random.nextInt(200);
            assertThat(set.page(rank, limit)).isEqualTo(all.subList(rank, Math.min(all.size(), rank + limit)));
        }
        assertThat(set.rankOf(other -> -1)).isEqualTo(all.size());
        assertThat(set.rankOf(other -> 1)).isZero();
    }

    private static Item takeAny(List<Item> items, SplittableRandom random) {
        int at = random.nextInt(items.size());
        Item item = items.get(at);
        items.set(at, items.get(items.size() - 1));
        items.remove(items.size() - 1);
        return item;
    }

    private static Item first(@Nullable Item item) {
        return Objects.requireNonNull(item);
    }

    /** A plain check, for loops in which a fluent one takes longer than what it checks. */
    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError("the set and the model differ");
        }
    }

    private static <T> void countLeaves(RankedSet.Node<T> node, int[] nodes) {
        if (node.isLeaf()) {
            nodes[0]++;
            return;
        }
        for (int i = 0; i < node.count; i++) {
            countLeaves(node.child(i), nodes);
        }
    }
}
