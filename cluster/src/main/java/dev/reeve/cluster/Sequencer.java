package dev.reeve.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The leader's part: gives commands their place, time and seed, and proposes them in batches, one at a time.
 *
 * <p>Invariants: it sequences only in a term whose marker was applied here, so everything that earlier leaders sequenced was
 * applied before, and only when the time is known. Of each origin it takes every number once, in order, and nothing more once it has taken something of a later
 * process of the same member. Times never go back.
 *
 * <p>A batch that was refused is proposed again in the same term. That is safe: a node that has lost its leadership never leads in that
 * term again, and is refused. One that was to hand over, and has found nobody, does lead again: then all that is not committed is sent anew,
 * behind another marker.
 */
final class Sequencer {
    private static final int BATCH_BYTES = 1 << 20;

    private final Replica.Log log;
    private final Replica.Stamps stamps;
    private final Gathering gathering;
    private final Map<Long, Long> taken = new HashMap<>();
    private final Map<Integer, Long> originByMember = new HashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private final List<Forward> early = new ArrayList<>();
    private final Deque<byte[]> closed = new ArrayDeque<>();
    private final LogBatch open = new LogBatch();
    private byte @Nullable [] proposed;
    private boolean wasRefused;
    private long term;
    private boolean isMarked;
    private boolean isOpen;
    private long lastAtMicros;

    Sequencer(Replica.Log log, Replica.Stamps stamps, Gathering gathering) {
        this.log = log;
        this.stamps = stamps;
        this.gathering = gathering;
    }

    /** The term in which this node leads; 0 if it does not. */
    long term() {
        return term;
    }

    void start(long leadsTerm, byte[] marker) {
        stop();
        term = leadsTerm;
        propose(marker);
    }

    /** What was not committed yet is sent again by those it came from, to whoever leads next. */
    void stop() {
        term = 0;
        isMarked = false;
        isOpen = false;
        taken.clear();
        originByMember.clear();
        ended.clear();
        early.clear();
        closed.clear();
        open.clear();
        proposed = null;
        wasRefused = false;
        gathering.stop();
    }

    /** The marker of this term was applied. */
    void marked(Origins origins) {
        isMarked = true;
        open(origins);
    }

    /** Takes what has come before the marker was applied and the time was known. */
    void open(Origins origins) {
        if (!isMarked || isOpen || !stamps.areReady()) {
            return;
        }
        isOpen = true;
        List<Forward> waiting = List.copyOf(early);
        early.clear();
        waiting.forEach(forward -> take(forward, origins));
    }

    /** An entry with this time was applied. */
    void applied(long atMicros) {
        lastAtMicros = Math.max(lastAtMicros, atMicros);
    }

    /** An entry of this term was applied: the next one may be proposed. */
    void committed() {
        proposed = null;
        wasRefused = false;
        gathering.committed();
    }

    /** Takes commands that were not taken before. Those meant for another leader are sent again to that one. */
    void take(Forward forward, Origins origins) {
        if (term == 0 || forward.epoch() != term) {
            return;
        }
        if (!isOpen) {
            early.add(forward);
            return;
        }
        long origin = forward.origin();
        if (isEnded(origin, origins)) {
            return;
        }
        long number = forward.first();
        for (byte[] command : forward.commands()) {
            long last = taken.getOrDefault(origin, origins.last(origin));
            if (number > last + 1) {
                // Something before it was lost with a link, whose end makes the sender send all of it again.
                return;
            }
            if (number == last + 1) {
                taken.put(origin, number);
                stamp(origin, number, command);
            }
            number++;
        }
    }

    /** Whether a later process of the same member has been heard of: what is left of this one on a slow link comes too late. */
    private boolean isEnded(long origin, Origins origins) {
        int member = Origins.member(origin);
        long before = originByMember.getOrDefault(member, origins.ofMember(member));
        originByMember.put(member, origin);
        if (before != 0 && before != origin) {
            if (ended.contains(origin)) {
                originByMember.put(member, before);
                return true;
            }
            ended.add(before);
        }
        return false;
    }

    private void stamp(long origin, long number, byte[] command) {
        lastAtMicros = Math.max(lastAtMicros, stamps.nowMicros());
        open.add(origin, number, lastAtMicros, stamps.seed(), command);
        gathering.added(origin);
        if (open.bytes() >= BATCH_BYTES) {
            closed.add(open.take());
        }
    }

    /** Whether a batch was proposed and is not committed yet. */
    boolean isBusy() {
        return proposed != null;
    }

    /** Whether a batch will be proposed soon, or was. */
    boolean isGathering() {
        return isBusy() || gathering.isWaiting();
    }

    /** Proposes what there is, if nothing is on its way and nothing more is likely to come at once. */
    void flush() {
        if (term == 0) {
            return;
        }
        byte[] again = proposed;
        if (again != null) {
            if (wasRefused) {
                propose(again);
            }
            return;
        }
        byte[] next = closed.poll();
        if (next == null && !open.isEmpty() && !gathering.isWaiting()) {
            next = open.take();
        }
        if (next != null) {
            gathering.proposed();
            propose(next);
        }
    }

    private void propose(byte[] batch) {
        proposed = batch;
        wasRefused = false;
        log.propose(term, batch);
    }

    /** A proposal of this term was refused, or leadership ended, of which this node may hear later. */
    void refused(long proposedTerm) {
        if (proposedTerm == term) {
            wasRefused = true;
        }
    }
}
