package dev.reeve.engine.collection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A sorted set with access by rank: a B+ tree whose inner nodes store the number of elements below them. Insert,
 * remove, find and select are O(log n), so paging by offset does not scan.
 *
 * <p>Invariant: the keys of an inner node are the smallest elements of its children. No key is stale, so the sort key
 * of a removed element may change at once, and the tree does not keep the element in memory. The sort key of an element
 * in the set must not change.
 *
 * <p>An element may be in a {@link Pack}: then there is no object for it until somebody asks for the element. A leaf all of whose elements
 * are in one pack refers to it once.
 */
public final class RankedSet<T> implements RankedView<T> {
    static final int FANOUT = 64;
    private static final int SPARSE = FANOUT / 4;

    private final Comparator<? super T> order;
    private Node<T> root = new Node<>(true);
    /** The leaf where an element was found last, as long as none was added or removed: who looks for many in order mostly finds the next there. */
    private @Nullable Node<T> near;

    public RankedSet(Comparator<? super T> order) {
        this.order = order;
    }

    public Node<T> root() {
        return root;
    }

    @Override
    public int size() {
        return root.total;
    }

    public boolean isEmpty() {
        return root.total == 0;
    }

    /** Adds the element; returns false if the set has an equal one. */
    public boolean add(T element) {
        int before = root.total;
        change(element, RankedSet::insertKey);
        return root.total != before;
    }

    /** Changes the leaf to which the element belongs. */
    private void change(T element, LeafChange<T> change) {
        near = null;
        Node<T> right = insert(root, element, change);
        if (right != null) {
            Node<T> left = root;
            root = new Node<>(false);
            root.insertChild(0, left);
            root.insertChild(1, right);
            root.total = left.total + right.total;
        }
    }

    /** Removes the element; returns false if the set has no equal one. */
    public boolean remove(T element) {
        return removeRun(element, 1) == 1;
    }

    /** Removes the element and those after it that are in the same leaf, at most so many in all. Returns how many. */
    private int removeRun(T element, int most) {
        near = null;
        int before = root.total;
        delete(root, element, most);
        while (!root.isLeaf() && root.count == 1) {
            root = root.child(0);
        }
        if (root.total == 0 && (!root.isLeaf() || root.isPack())) {
            root = new Node<>(true);
        }
        return before - root.total;
    }

    /** Refers to the pack in place of the element, which the set has. */
    public void pack(T element, Pack<T> pack, int slot) {
        replace(element, pack, slot);
    }

    /**
     * Refers to the pack in place of the elements, which the set has. The index of each is its slot.
     *
     * @return whether they are a leaf by themselves now, which neighbours in the order of the set can be
     */
    public boolean pack(List<T> elements, Pack<T> pack) {
        boolean together = elements.size() <= FANOUT && areNeighbours(elements);
        if (together) {
            for (int i = 0; i < elements.size(); ) {
                i += removeRun(elements.get(i), elements.size() - i);
            }
            putLeaf(elements.get(0), pack, elements.size());
        } else {
            for (int slot = 0; slot < elements.size(); slot++) {
                pack(elements.get(slot), pack, slot);
            }
        }
        return together;
    }

    /**
     * Adds the elements of a pack as a leaf. Their slots are in the order of the set.
     *
     * @return false if the set has an element that is equal to one of them, or would be between them: then none is added
     */
    public boolean addLeaf(Pack<T> pack, int size) {
        T first = pack.element(0);
        T last = pack.element(size - 1);
        boolean alone = size <= FANOUT && rankOf(each -> order.compare(each, first)) == rankAfter(last);
        if (alone) {
            putLeaf(first, pack, size);
        }
        return alone;
    }

    /** Puts a leaf that refers to the pack where its first element belongs. There is no other element in between. */
    private void putLeaf(T first, Pack<T> pack, int size) {
        change(first, RankedSet::cut);
        Node<T> leaf = new Node<>(pack, size);
        change(first, (neighbour, at, element) -> putBeside(neighbour, at, leaf));
    }

    private boolean areNeighbours(List<T> elements) {
        for (int i = 1; i < elements.size(); i++) {
            if (order.compare(elements.get(i - 1), elements.get(i)) >= 0) {
                return false;
            }
        }
        return rankAfter(elements.get(elements.size() - 1)) - rankAfter(elements.get(0)) == elements.size() - 1;
    }

    /** Splits the leaf there, unless that is one of its ends. */
    private static <T> @Nullable Node<T> cut(Node<T> leaf, int at, T element) {
        return at == 0 || at == leaf.count ? null : leaf.split(at);
    }

    /** Puts a leaf before or after another one. */
    private static <T> @Nullable Node<T> putBeside(Node<T> neighbour, int at, Node<T> leaf) {
        if (at == neighbour.count && at > 0) {
            return leaf;
        }
        neighbour.swap(leaf);
        return leaf.count == 0 ? null : leaf;
    }

    /** Refers to the element in place of its pack. */
    public void unpack(T element) {
        replace(element, element, Node.NO_SLOT);
    }

    private void replace(T element, Object key, int slot) {
        Node<T> leaf = near;
        int at = leaf == null ? -1 : position(leaf, element);
        if (leaf != null && at > 0) {
            // The first one of a leaf is in inner nodes too.
            leaf.put(at, key, slot);
        } else if (!replace(root, element, key, slot)) {
            throw new IllegalStateException("the set does not have the element");
        }
    }

    private boolean replace(Node<T> node, T element, Object key, int slot) {
        if (node.isLeaf()) {
            int at = position(node, element);
            if (at >= 0) {
                node.put(at, key, slot);
                near = node;
            }
            return at >= 0;
        }
        int chosen = childFor(node, element);
        Node<T> child = node.child(chosen);
        boolean found = replace(child, element, key, slot);
        node.smallest(chosen, child);
        return found;
    }

    /** The elements that are in no pack, in order. */
    public List<T> unpacked() {
        List<T> found = new ArrayList<>();
        collectUnpacked(root, found);
        return found;
    }

    private static <T> void collectUnpacked(Node<T> node, List<T> found) {
        for (int i = 0; i < node.count; i++) {
            if (!node.isLeaf()) {
                collectUnpacked(node.child(i), found);
            } else if (node.slot(i) == Node.NO_SLOT) {
                found.add(node.key(i));
            }
        }
    }

    /** Receives elements and says whether it wants more. */
    public interface Visitor<T> {
        boolean element(T element);

        /** An element that has no object. */
        boolean packed(Pack<T> pack, int slot);
    }

    /** Visits the elements from a rank on, in order. Nobody may change the set meanwhile. Returns false if the visitor wants no more. */
    public boolean visit(int from, Visitor<T> visitor) {
        return from >= root.total || visit(root, from, visitor);
    }

    private boolean visit(Node<T> node, int from, Visitor<T> visitor) {
        int start = node.isLeaf() ? from : node.childAt(from);
        int skip = node.isLeaf() ? 0 : from - node.totalBefore(start);
        for (int i = start; i < node.count; i++) {
            boolean more = node.isLeaf() ? node.show(i, visitor) : visit(node.child(i), skip, visitor);
            skip = 0;
            if (!more) {
                return false;
            }
        }
        return true;
    }

    public void clear() {
        near = null;
        root = new Node<>(true);
    }

    public @Nullable T first() {
        return root.total == 0 ? null : root.key(0);
    }

    @Override
    public int rankOf(ToIntFunction<? super T> probe) {
        int rank = 0;
        Node<T> node = root;
        while (!node.isLeaf()) {
            int chosen = Math.max(0, before(node, probe, 0) - 1);
            rank += node.totalBefore(chosen);
            node = node.child(chosen);
        }
        return rank + before(node, probe, 0);
    }

    /** The element for which the probe is 0; null if the set has none. For those before it the probe is negative. */
    public @Nullable T find(ToIntFunction<? super T> probe) {
        Node<T> node = near;
        if (node == null || !spans(node, probe)) {
            node = root;
            if (node.count == 0 || probe.applyAsInt(node.glance(0)) > 0) {
                // Who looks for elements that have left mostly looks before the first one.
                return null;
            }
            while (!node.isLeaf()) {
                node = node.child(Math.max(0, before(node, probe, 1) - 1));
            }
        }
        int at = before(node, probe, 1) - 1;
        if (at < 0 || probe.applyAsInt(node.glance(at)) != 0) {
            return null;
        }
        near = node;
        return node.key(at);
    }

    /** Whether the element can only be in that leaf, which has some. */
    private static <T> boolean spans(Node<T> leaf, ToIntFunction<? super T> probe) {
        return probe.applyAsInt(leaf.glance(leaf.count - 1)) >= 0 && probe.applyAsInt(leaf.glance(0)) <= 0;
    }

    /** The number of elements that are not after the probe, which need not be in the set. */
    public int rankAfter(T probe) {
        return rankOf(element -> order.compare(element, probe) <= 0 ? -1 : 0);
    }

    @Override
    public List<T> page(long offset, int limit) {
        List<T> page = new ArrayList<>((int) Math.max(0, Math.min(limit, root.total - offset)));
        if (offset >= 0 && offset < root.total) {
            collect(root, (int) offset, limit, page);
        }
        return page;
    }

    private @Nullable Node<T> insert(Node<T> node, T element, LeafChange<T> change) {
        if (node.isLeaf()) {
            int at = position(node, element);
            return at >= 0 ? null : change.at(node, -at - 1, element);
        }
        int chosen = childFor(node, element);
        Node<T> child = node.child(chosen);
        if (child.isPack() && chosen + 1 < node.count && isBetween(child, element, node.child(chosen + 1))) {
            chosen++;
            child = node.child(chosen);
        }
        int before = child.total;
        Node<T> right = insert(child, element, change);
        node.total += child.total - before + (right == null ? 0 : right.total);
        node.smallest(chosen, child);
        return right == null ? null : adopt(node, chosen + 1, right);
    }

    /** Whether the element, which is not before the pack, is after it and can begin the next leaf, so that it needs none of its own. */
    private boolean isBetween(Node<T> pack, T element, Node<T> next) {
        return !next.isPack() && next.count < FANOUT && order.compare(pack.glance(pack.count - 1), element) < 0;
    }

    private static <T> @Nullable Node<T> insertKey(Node<T> leaf, int at, T element) {
        boolean after = at == leaf.count && (at == FANOUT || leaf.isPack());
        if (!after) {
            leaf.expand();
        }
        if (!after && leaf.count < FANOUT) {
            leaf.insertKey(at, element);
            leaf.total++;
            return null;
        }
        Node<T> right = new Node<>(true);
        if (after) {
            // Queues mostly grow at the end of a run of equal priority, so leaving the full node full saves memory.
            right.insertKey(0, element);
        } else {
            leaf.moveTailTo(right, FANOUT / 2);
            boolean goesLeft = at <= FANOUT / 2;
            (goesLeft ? leaf : right).insertKey(goesLeft ? at : at - FANOUT / 2, element);
        }
        leaf.total = leaf.count;
        right.total = right.count;
        return right;
    }

    private static <T> @Nullable Node<T> adopt(Node<T> node, int at, Node<T> child) {
        if (node.count < FANOUT) {
            node.insertChild(at, child);
            return null;
        }
        Node<T> right = new Node<>(false);
        if (at == FANOUT) {
            right.insertChild(0, child);
        } else {
            node.moveTailTo(right, FANOUT / 2);
            boolean goesLeft = at <= FANOUT / 2;
            (goesLeft ? node : right).insertChild(goesLeft ? at : at - FANOUT / 2, child);
        }
        right.total = right.sum();
        node.total -= right.total;
        return right;
    }

    private void delete(Node<T> node, T element, int most) {
        if (node.isLeaf()) {
            int at = position(node, element);
            if (at >= 0) {
                int run = Math.min(most, node.count - at);
                node.remove(at, run);
                node.total -= run;
                if (at > 0) {
                    // Not at the head of a queue, whose next element would expand it again.
                    node.contract();
                }
            }
            return;
        }
        int chosen = childFor(node, element);
        Node<T> child = node.child(chosen);
        int before = child.total;
        delete(child, element, most);
        node.total -= before - child.total;
        if (child.count == 0) {
            node.remove(chosen, 1);
            return;
        }
        node.smallest(chosen, child);
        if (child.count < SPARSE && chosen + 1 < node.count) {
            merge(node, chosen);
        } else if (child.count < SPARSE && chosen > 0) {
            merge(node, chosen - 1);
        }
    }

    /** Moves the child after {@code left} into it, if both fit well below a full node. */
    private static <T> void merge(Node<T> node, int left) {
        Node<T> into = node.child(left);
        Node<T> from = node.child(left + 1);
        if (into.count + from.count > FANOUT - SPARSE || into.isPack() || from.isPack()) {
            return;
        }
        into.append(from);
        into.total += from.total;
        node.remove(left + 1, 1);
    }

    private void collect(Node<T> node, int offset, int limit, List<T> page) {
        int start = node.isLeaf() ? 0 : node.childAt(offset);
        int skip = node.isLeaf() ? offset : offset - node.totalBefore(start);
        for (int i = start; i < node.count && page.size() < limit; i++) {
            if (node.isLeaf()) {
                if (i >= skip) {
                    page.add(node.key(i));
                }
                continue;
            }
            Node<T> child = node.child(i);
            if (skip < child.total) {
                collect(child, skip, limit, page);
            }
            skip = Math.max(0, skip - child.total);
        }
    }

    /** The last child whose smallest element is not greater than the element, or the first child. */
    private int childFor(Node<T> node, T element) {
        int at = position(node, element);
        return at >= 0 ? at : Math.max(0, -at - 2);
    }

    /**
     * As {@link Arrays#binarySearch}: the index of the key, or -(insertion point) - 1. The ends are
     * compared first, because queues grow at one end and shrink at the other, and each comparison may be a cache miss.
     */
    private int position(Node<T> node, T element) {
        int low = 0;
        int high = node.count - 1;
        if (high > 0) {
            int last = order.compare(node.glance(high), element);
            if (last <= 0) {
                return last == 0 ? high : -node.count - 1;
            }
            int first = order.compare(node.glance(0), element);
            if (first >= 0) {
                return first == 0 ? 0 : -1;
            }
            low = 1;
            high--;
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int compared = order.compare(node.glance(middle), element);
            if (compared == 0) {
                return middle;
            }
            if (compared < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    /** The number of the node's keys for which the probe is less than the bound. The last key is looked at first, as in {@link #position}. */
    private static <T> int before(Node<T> node, ToIntFunction<? super T> probe, int bound) {
        int low = 0;
        int high = node.count - 1;
        if (high < 0 || probe.applyAsInt(node.glance(high)) < bound) {
            return node.count;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (probe.applyAsInt(node.glance(middle)) < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** What happens to a leaf at the place of an element that it does not have. */
    private interface LeafChange<T> {
        /** Returns the node that follows the leaf then; null if there is no other. */
        @Nullable
        Node<T> at(Node<T> leaf, int at, T element);
    }

    static final class Node<T> {
        /** The slot of a key that is no pack. */
        static final int NO_SLOT = -1;

        private static final int FIRST_CAPACITY = 8;
        private static final Object[] NO_CHILDREN = {};
        /** The slots of a leaf that has a whole pack. Leaves share it until one of them changes. */
        private static final byte[] WHOLE = wholeSlots();

        int count;
        int total;

        /** One pack for each element, or the element; only one key, if all elements are in one pack. */
        @Nullable
        Object[] keys;

        @Nullable
        Object[] children;

        /** The slots of the keys that are packs; null if none is. */
        private byte @Nullable [] slots;

        Node(boolean leaf) {
            this.keys = new Object[FIRST_CAPACITY];
            this.children = leaf ? NO_CHILDREN : new Object[FIRST_CAPACITY];
        }

        /** A leaf whose elements are a pack. */
        Node(Pack<T> pack, int size) {
            this.keys = new Object[] {pack};
            this.children = NO_CHILDREN;
            this.slots = WHOLE;
            this.count = size;
            this.total = size;
        }

        private static byte[] wholeSlots() {
            byte[] whole = new byte[FANOUT];
            for (int i = 0; i < FANOUT; i++) {
                whole[i] = (byte) i;
            }
            return whole;
        }

        /** Whether this is a leaf that refers to its pack once. */
        boolean isPack() {
            return keys.length == 1;
        }

        /** A field for it would make every node larger by eight bytes. */
        boolean isLeaf() {
            return children == NO_CHILDREN;
        }

        @SuppressWarnings({"unchecked", "NullAway"})
        T key(int index) {
            int slot = slot(index);
            return slot < 0 ? (T) keys[index] : ((Pack<T>) packAt(index)).element(slot);
        }

        /** As {@link #key}, for a comparison. */
        @SuppressWarnings({"unchecked", "NullAway"})
        T glance(int index) {
            int slot = slot(index);
            return slot < 0 ? (T) keys[index] : ((Pack<T>) packAt(index)).glance(slot);
        }

        @SuppressWarnings({"unchecked", "NullAway"})
        boolean show(int index, Visitor<T> visitor) {
            int slot = slot(index);
            return slot < 0 ? visitor.element((T) keys[index]) : visitor.packed((Pack<T>) packAt(index), slot);
        }

        private @Nullable Object packAt(int index) {
            return keys[isPack() ? 0 : index];
        }

        int slot(int index) {
            return slots == null ? NO_SLOT : slots[index];
        }

        @SuppressWarnings({"unchecked", "NullAway"})
        Node<T> child(int index) {
            return (Node<T>) children[index];
        }

        void set(int index, @Nullable Object key, int slot) {
            keys[index] = key;
            setSlot(index, slot);
        }

        private void setSlot(int index, int slot) {
            if (slots != null || slot != NO_SLOT) {
                ownSlots()[index] = (byte) slot;
            }
        }

        private static byte[] noSlots() {
            byte[] none = new byte[FANOUT];
            Arrays.fill(none, (byte) NO_SLOT);
            return none;
        }

        /** Sets the smallest element of a child. Mostly it is the same: to write it again would be work for the collector. */
        void smallest(int index, Node<T> child) {
            if (keys[index] != child.keys[0] || slot(index) != child.slot(0)) {
                set(index, child.keys[0], child.slot(0));
            }
        }

        void insertKey(int at, T key) {
            insert(at, key, NO_SLOT);
        }

        private void insert(int at, @Nullable Object key, int slot) {
            keys = openGap(keys, at);
            if (slots != null) {
                System.arraycopy(slots, at, slots, at + 1, count - at);
            }
            set(at, key, slot);
            count++;
        }

        void insertChild(int at, Node<T> child) {
            children = openGap(children, at);
            children[at] = child;
            insert(at, child.keys[0], child.slot(0));
        }

        /** Refers to the key in place of another one, which is equal. */
        void put(int index, Object key, int slot) {
            expand();
            set(index, key, slot);
        }

        /** Removes so many keys from there on. */
        void remove(int at, int run) {
            int after = at + run;
            if (!isPack()) {
                closeGap(keys, at, after);
            }
            if (!isLeaf()) {
                closeGap(children, at, after);
            }
            if (slots != null) {
                byte[] own = ownSlots();
                System.arraycopy(own, after, own, at, count - after);
                Arrays.fill(own, count - run, count, (byte) NO_SLOT);
            }
            count -= run;
        }

        void moveTailTo(Node<T> right, int from) {
            int moved = count - from;
            right.keys = Arrays.copyOfRange(keys, from, from + FANOUT);
            Arrays.fill(keys, from, count, null);
            if (!isLeaf()) {
                right.children = Arrays.copyOfRange(children, from, from + FANOUT);
                Arrays.fill(children, from, count, null);
            }
            if (slots != null) {
                right.slots = noSlots();
                System.arraycopy(slots, from, right.slots, 0, moved);
                Arrays.fill(slots, from, count, (byte) NO_SLOT);
            }
            right.count = moved;
            count = from;
        }

        /** Refers to the pack once for each element, so that others can be between them. */
        void expand() {
            if (isPack()) {
                Object pack = keys[0];
                keys = new Object[FANOUT];
                Arrays.fill(keys, 0, count, pack);
                Arrays.fill(ownSlots(), count, FANOUT, (byte) NO_SLOT);
            }
        }

        /** Refers to the pack once, if all elements are in one. */
        void contract() {
            if (slots == null || isPack() || count == 0 || keys[0] != keys[count - 1]) {
                return;
            }
            for (int i = 0; i < count; i++) {
                if (slots[i] == NO_SLOT || keys[i] != keys[0]) {
                    return;
                }
            }
            keys = new Object[] {keys[0]};
        }

        private byte[] ownSlots() {
            byte[] own = slots == null ? noSlots() : slots == WHOLE ? WHOLE.clone() : slots;
            slots = own;
            return own;
        }

        /** Moves the elements from there on to a leaf of their own. */
        Node<T> split(int from) {
            Node<T> right = new Node<>(true);
            expand();
            moveTailTo(right, from);
            total = count;
            right.total = right.count;
            return right;
        }

        /** Exchanges the elements of two leaves. */
        void swap(Node<T> other) {
            int otherCount = other.count;
            @Nullable Object[] otherKeys = other.keys;
            byte[] otherSlots = other.slots;
            other.count = count;
            other.total = total;
            other.keys = keys;
            other.slots = slots;
            count = otherCount;
            total = otherCount;
            keys = otherKeys;
            slots = otherSlots;
        }

        void append(Node<T> other) {
            keys = Arrays.copyOf(keys, FANOUT);
            System.arraycopy(other.keys, 0, keys, count, other.count);
            if (!isLeaf()) {
                children = Arrays.copyOf(children, FANOUT);
                System.arraycopy(other.children, 0, children, count, other.count);
            }
            for (int i = 0; i < other.count; i++) {
                setSlot(count + i, other.slot(i));
            }
            count += other.count;
        }

        int sum() {
            return sum(0, count);
        }

        private int sum(int from, int to) {
            int sum = 0;
            for (int i = from; i < to; i++) {
                sum += child(i).total;
            }
            return sum;
        }

        /** The number of elements in the children before that one. It looks at those of one side only: each may be a cache miss. */
        int totalBefore(int index) {
            return index <= count / 2 ? sum(0, index) : total - sum(index, count);
        }

        /** The child that has the element of this rank. */
        int childAt(int rank) {
            if (rank < total / 2) {
                int at = 0;
                for (int after = child(0).total; after <= rank; after += child(at).total) {
                    at++;
                }
                return at;
            }
            int at = count - 1;
            for (int before = total - child(at).total; before > rank; before -= child(at).total) {
                at--;
            }
            return at;
        }

        private @Nullable Object[] openGap(@Nullable Object[] array, int at) {
            @Nullable
            Object[] target = count < array.length ? array : Arrays.copyOf(array, Math.min(FANOUT, 2 * array.length));
            System.arraycopy(array, at, target, at + 1, count - at);
            return target;
        }

        private void closeGap(@Nullable Object[] array, int at, int after) {
            System.arraycopy(array, after, array, at, count - after);
            Arrays.fill(array, at + count - after, count, null);
        }
    }
}
