package dev.reeve.cluster;

import java.nio.ByteBuffer;
import java.util.TreeMap;

/**
 * The last command applied of each member. An origin is one process of a member: the member's number, and bits that are new at
 * every start. Commands of a process are numbered from 1, so of each member only its last process matters.
 */
final class Origins {
    private static final int RANDOM_BITS = 48;

    private record Last(long origin, long number) {}

    private final TreeMap<Integer, Last> byMember = new TreeMap<>();

    /** An origin of this member. */
    static long of(Member member, long random) {
        return ((long) member.number() << RANDOM_BITS) | (random >>> (Long.SIZE - RANDOM_BITS));
    }

    /** The number of the member that it is a process of. */
    static int member(long origin) {
        return (int) (origin >>> RANDOM_BITS);
    }

    /** The number of the last command applied of this origin; 0 if there is none. */
    long last(long origin) {
        Last last = byMember.get(member(origin));
        return last == null || last.origin != origin ? 0 : last.number;
    }

    /** The last process of this member of which a command was applied; 0 if there is none. */
    long ofMember(int member) {
        Last last = byMember.get(member);
        return last == null ? 0 : last.origin;
    }

    /** The highest number of a member of which a command was applied; 0 if there is none. */
    int highestMember() {
        return byMember.isEmpty() ? 0 : byMember.lastKey();
    }

    /** A command was applied. */
    void applied(long origin, long number) {
        if (number != last(origin) + 1) {
            throw new IllegalStateException("expected command " + (last(origin) + 1) + " of origin "
                    + Long.toHexString(origin) + ", but got " + number);
        }
        byMember.put(member(origin), new Last(origin, number));
    }

    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(byMember.size() * 2 * Long.BYTES);
        byMember.values().forEach(last -> out.putLong(last.origin).putLong(last.number));
        return out.array();
    }

    void decode(ByteBuffer in) {
        byMember.clear();
        while (in.hasRemaining()) {
            long origin = in.getLong();
            byMember.put(member(origin), new Last(origin, in.getLong()));
        }
    }
}
