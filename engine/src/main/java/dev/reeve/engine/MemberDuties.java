package dev.reeve.engine;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.FormatException;
import java.util.ArrayDeque;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What each member of a cluster has promised to its own callers: the leases that it granted and has not confirmed, and the
 * foreground jobs whose creators wait there. When a member starts again, its callers are gone, and only its own. A server
 * without a cluster is {@link #ALONE}, of which nothing is kept here.
 *
 * <p>Invariant: at most {@link #MOST_TOKENS} leases of a member are kept, and as many in doubt; an older one counts as
 * delivered.
 */
public final class MemberDuties {
    /** The member that a server without a cluster is. */
    public static final int ALONE = 0;

    static final int MOST_TOKENS = 100_000;
    private static final int MOST_MEMBERS = 1 << 16;

    private final NavigableMap<Integer, ArrayDeque<Long>> unconfirmed = new TreeMap<>();
    private final NavigableSet<Long> inDoubt = new TreeSet<>();
    private final NavigableMap<Long, Integer> ownerByJob = new TreeMap<>();

    /** The member has granted the lease with this token, which is the largest one so far. */
    void leased(int member, long token) {
        ArrayDeque<Long> tokens = unconfirmed.computeIfAbsent(member, first -> new ArrayDeque<>());
        if (tokens.size() == MOST_TOKENS) {
            tokens.remove();
        }
        tokens.add(token);
    }

    /** The leases of the member up to the token are known to their workers. */
    void confirm(int member, long token) {
        ArrayDeque<Long> tokens = unconfirmed.get(member);
        Long first = tokens == null ? null : tokens.peek();
        while (tokens != null && first != null && first <= token) {
            tokens.remove();
            first = tokens.peek();
        }
    }

    /** The member has started again. */
    void restarted(int member) {
        ArrayDeque<Long> tokens = unconfirmed.remove(member);
        if (tokens != null) {
            inDoubt.addAll(tokens);
            while (inDoubt.size() > MOST_TOKENS) {
                inDoubt.pollFirst();
            }
        }
    }

    boolean isInDoubt(long token) {
        return inDoubt.contains(token);
    }

    /** The creator of a foreground job waits at the member. */
    void owns(int member, long jobNumber) {
        ownerByJob.put(jobNumber, member);
    }

    /** The foreground job is gone. */
    void gone(long jobNumber) {
        ownerByJob.remove(jobNumber);
    }

    void allGone() {
        ownerByJob.clear();
    }

    /** The member at which the creator of the foreground job waits. */
    int owner(long jobNumber) {
        return ownerByJob.getOrDefault(jobNumber, ALONE);
    }

    /** Whether there is nothing to write into a snapshot. */
    public boolean isEmpty() {
        return unconfirmed.values().stream().allMatch(ArrayDeque::isEmpty) && inDoubt.isEmpty() && ownerByJob.isEmpty();
    }

    public void write(ByteSink out) {
        out.putVarLong(unconfirmed.size());
        unconfirmed.forEach((member, tokens) -> {
            out.putVarLong(member);
            out.putVarLong(tokens.size());
            tokens.forEach(out::putVarLong);
        });
        out.putVarLong(inDoubt.size());
        inDoubt.forEach(out::putVarLong);
        out.putVarLong(ownerByJob.size());
        ownerByJob.forEach((job, member) -> {
            out.putVarLong(job);
            out.putVarLong(member);
        });
    }

    /** Restores what was written. */
    public void read(ByteSource in, long lastToken, long lastNumber) {
        if (!isEmpty()) {
            throw new FormatException("the snapshot has the duties of members twice");
        }
        int members = in.getCount(MOST_MEMBERS);
        for (int i = 0; i < members; i++) {
            int member = member(in);
            ArrayDeque<Long> tokens = new ArrayDeque<>();
            long last = 0;
            for (int count = in.getCount(MOST_TOKENS); count > 0; count--) {
                last = within(in.getVarLong(), last + 1, lastToken);
                tokens.add(last);
            }
            unconfirmed.put(member, tokens);
        }
        for (int count = in.getCount(MOST_TOKENS); count > 0; count--) {
            inDoubt.add(within(in.getVarLong(), 1, lastToken));
        }
        for (int count = in.getCount(Integer.MAX_VALUE); count > 0; count--) {
            long job = within(in.getVarLong(), 1, lastNumber);
            ownerByJob.put(job, member(in));
        }
    }

    private static int member(ByteSource in) {
        return (int) within(in.getVarLong(), 1, MOST_MEMBERS);
    }

    private static long within(long value, long least, long most) {
        if (value < least || value > most) {
            throw new FormatException(
                    "the duties of members in the snapshot have " + value + ", which was not given yet");
        }
        return value;
    }
}
