package dev.reeve.server.door.qless.call;

/** A stretch of a list: the places from one to before another. */
record Slice(long from, long to) {
    /** How much one reply lists at most. */
    static final int MOST = 100_000;

    Slice {
        to = Math.max(from, to);
    }

    /** What two indexes mean, the last one included, where negative ones count from the end. */
    static Slice of(String first, String last, long size) {
        long start = BadRead.integer(first);
        long stop = BadRead.integer(last);
        return new Slice(
                Math.max(0, start < 0 ? size + start : start), Math.min(size - 1, stop < 0 ? size + stop : stop) + 1);
    }

    /** The same stretch counted from the other end. */
    Slice reversed(long size) {
        return new Slice(size - to, size - from);
    }

    /** So many of it after leaving some out at its start; all of them if that is a negative number. */
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
