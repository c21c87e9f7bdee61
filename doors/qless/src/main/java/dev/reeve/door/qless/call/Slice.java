package dev.reeve.door.qless.call;

/** An index range of a list; the end is exclusive. */
record Slice(long from, long to) {
    /** The maximum number of list elements in one reply. */
    static final int MOST = 100_000;

    Slice {
        to = Math.max(from, to);
    }

    /** As many of the wanted elements as it takes to see whether they are too many. */
    static int most(int wanted) {
        return Math.min(MOST + 1, wanted);
    }

    /** The range of two Redis indexes: the last one is inclusive, negative ones count from the end. */
    static Slice of(String first, String last, long size) {
        long start = BadRead.integer(first);
        long stop = BadRead.integer(last);
        return new Slice(
                Math.max(0, start < 0 ? size + start : start), Math.min(size - 1, stop < 0 ? size + stop : stop) + 1);
    }

    /** The same range counted from the other end. */
    Slice reversed(long size) {
        return new Slice(size - to, size - from);
    }

    /** A part of the range: skips {@code offset} elements and takes {@code count}; a negative count takes all. */
    Slice page(long offset, long count) {
        long start = offset < 0 || offset > to - from ? to : from + offset;
        return new Slice(start, count < 0 || count > to - start ? to : start + count);
    }

    int size() {
        if (to - from > MOST) {
            throw BadRead.tooMany();
        }
        return (int) (to - from);
    }
}
