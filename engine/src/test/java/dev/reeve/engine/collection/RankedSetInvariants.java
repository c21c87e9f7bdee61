package dev.reeve.engine.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;

/** What always holds inside a {@link RankedSet}: order, exact counts, exact keys, even depth, nothing held that has left. */
public final class RankedSetInvariants {
    private RankedSetInvariants() {}

    public static <T> void check(RankedSet<T> set, Comparator<? super T> order) {
        RankedSet.Node<T> root = set.root();
        if (root.total > 0) {
            checkNode(root);
        } else {
            assertThat(root.isLeaf()).as("an empty set is an empty leaf").isTrue();
        }
        List<T> all = set.page(0, Integer.MAX_VALUE);
        assertThat(all).as("all elements").hasSize(set.size());
        for (int i = 1; i < all.size(); i++) {
            if (order.compare(all.get(i - 1), all.get(i)) >= 0) {
                throw new AssertionError("out of order at rank " + i + ": " + all.get(i - 1) + ", " + all.get(i));
            }
        }
    }

    /** The number of leaves that refer to a pack once. */
    static <T> int packs(RankedSet<T> set) {
        return count(set.root(), true);
    }

    static <T> int leaves(RankedSet<T> set) {
        return count(set.root(), false);
    }

    private static <T> int count(RankedSet.Node<T> node, boolean packsOnly) {
        if (node.isLeaf()) {
            return packsOnly && !node.isPack() ? 0 : 1;
        }
        int sum = 0;
        for (int i = 0; i < node.count; i++) {
            sum += count(node.child(i), packsOnly);
        }
        return sum;
    }

    private static <T> int checkNode(RankedSet.Node<T> node) {
        require(node.count > 0 && node.count <= RankedSet.FANOUT, "a node has " + node.count + " keys");
        for (int i = node.count; i < node.keys.length; i++) {
            require(node.keys[i] == null && node.slot(i) < 0, "a key is held that has left");
        }
        for (int i = node.isLeaf() ? 0 : node.count; i < node.children.length; i++) {
            require(node.children[i] == null, "a child is held that has left");
        }
        if (node.isLeaf()) {
            require(!node.isPack() || node.keys[0] instanceof Pack, "a leaf refers to a pack that is none");
            require(node.total == node.count, "a leaf counts " + node.total + " of " + node.count);
            return 1;
        }
        int total = 0;
        int depth = checkNode(node.child(0));
        for (int i = 0; i < node.count; i++) {
            RankedSet.Node<T> child = node.child(i);
            total += child.total;
            require(
                    node.keys[i] == child.keys[0] && node.slot(i) == child.slot(0),
                    "the key of child " + i + " is stale");
            require(checkNode(child) == depth, "child " + i + " has another depth");
        }
        require(node.total == total, "a node counts " + node.total + " of " + total);
        return depth + 1;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
