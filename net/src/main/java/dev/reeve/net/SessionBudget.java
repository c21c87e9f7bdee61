package dev.reeve.net;

import dev.reeve.node.Loop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sessions' part of the {@link MemoryBudget}: what each session contributes, and what happens at a limit.
 *
 * <p>When a limit is exceeded, sessions that contribute to the exceeded total are not read (backpressure). A session
 * that contributes nothing is still read, so that clients that neither read replies nor finish their commands cannot
 * block other clients. Two rules make the totals shrink again: one session at a time may finish a command that it has
 * sent in part, and a session without progress for a while is disconnected.
 *
 * <p>A large reply is encoded only when the budget allows it; until then it only references data of the engine.
 *
 * <p>Invariant: large replies exceed the limit by one reply of each listener at most, however many are requested at
 * once; and one turn of the event loop encodes a bounded number of bytes, so that other sessions are served soon.
 */
final class SessionBudget {
    private static final long SWEEP_MICROS = 100_000;

    /** Replies up to this size are encoded regardless of the budget. */
    static final int SMALL_BYTES = 16 * 1024;
    /** The most bytes that a byte of a result becomes in a reply: JSON escapes some as {@code \\u007f}. */
    static final int MOST_ENCODED_BYTES = 6;

    private static final int BYTES_PER_TURN = 1024 * 1024;
    private static final long TURN_PAUSE_MICROS = 1_000;

    private final Connections connections;
    private final Loop loop;
    private final long patienceNanos;
    private final Set<Session> unsentSessions = new LinkedHashSet<>();
    /** The sessions that wait to encode a reply, in order, and the budget that each one needs. */
    private final Map<Session, Long> awaitingBudget = new LinkedHashMap<>();

    private final Set<Session> paused = new LinkedHashSet<>();
    private final ByteQuota input;
    private final ByteQuota unsent;
    private final ByteQuota encoded;
    private final ByteQuota.Waiter lessInput;
    private final ByteQuota.Waiter lessUnsent;
    private final ByteQuota.Waiter lessEncoded;
    private long turnBytes;
    private boolean turnEndScheduled;
    private boolean sweepScheduled;
    private @Nullable Session prioritised;
    private long prioritisedSinceNanos;

    /** Contribution of one session to the totals, as of the last update, and the time of its last progress. */
    static final class SessionUsage {
        private long inputBytes;
        private long unsentBytes;
        private long encodedBytes;
        private long lastProgressNanos = System.nanoTime();

        /** Restarts the stall timeout. */
        void recordProgress() {
            lastProgressNanos = System.nanoTime();
        }
    }

    SessionBudget(Connections connections, Loop loop, MemoryBudget budget) {
        this.connections = connections;
        this.loop = loop;
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(connections.limits().patienceMillis());
        this.input = budget.input();
        this.unsent = budget.unsent();
        this.encoded = budget.encoded();
        this.lessInput = input.waiter(() -> loop.execute(this::resumePaused));
        this.lessUnsent = unsent.waiter(() -> loop.execute(this::resumePaused));
        this.lessEncoded = encoded.waiter(() -> loop.execute(this::flushQueued));
    }

    /** Replaces this session's contribution to the totals. */
    void update(Session session, long inputBytes, long unsentBytes, long encodedBytes) {
        SessionUsage usage = session.usage();
        long moreInput = inputBytes - usage.inputBytes;
        long moreUnsent = unsentBytes - usage.unsentBytes;
        long moreEncoded = encodedBytes - usage.encodedBytes;
        if (moreInput == 0 && moreUnsent == 0 && moreEncoded == 0) {
            return;
        }
        usage.inputBytes = inputBytes;
        usage.unsentBytes = unsentBytes;
        usage.encodedBytes = encodedBytes;
        input.add(moreInput);
        unsent.add(moreUnsent);
        encoded.add(moreEncoded);
        turnBytes += Math.max(0, moreEncoded);
        if (turnBytes >= BYTES_PER_TURN && !turnEndScheduled) {
            turnEndScheduled = true;
            loop.schedule(this::beginTurn, TURN_PAUSE_MICROS);
        }
        if (moreUnsent > 0 && unsentSessions.add(session)) {
            // The stall timeout starts when there is something to read, not at the last progress before that.
            usage.recordProgress();
            scheduleSweep();
        }
        if (moreUnsent < 0) {
            usage.recordProgress();
        }
    }

    /**
     * Whether the session may encode a reply of this size now. If not, the session is queued and flushed when the
     * budget allows it.
     */
    boolean mayEncode(Session session, long bytes, boolean mayExpand) {
        long needed = mayExpand ? encoded.atMostHalf(MOST_ENCODED_BYTES * bytes) : 1;
        if (bytes <= SMALL_BYTES || hasBudget(session, needed)) {
            return true;
        }
        awaitingBudget.put(session, needed);
        awaitBudget();
        scheduleSweep();
        return false;
    }

    /** A reply that is being encoded has its part of the budget already. */
    private boolean hasBudget(Session session, long needed) {
        return turnBytes < BYTES_PER_TURN && (session.isEncoding() || encoded.fits(needed));
    }

    /** Waits for other clients to read. The next turn needs no waiting: it begins by itself. */
    private void awaitBudget() {
        if (turnBytes < BYTES_PER_TURN) {
            lessEncoded.await(Collections.min(awaitingBudget.values()));
        }
    }

    private void beginTurn() {
        turnEndScheduled = false;
        turnBytes = 0;
        flushQueued();
    }

    boolean mayRead(Session session) {
        boolean unsentBlocks = unsent.isExceeded() && session.usage().unsentBytes > 0;
        boolean inputBlocks = input.isExceeded() && session.usage().inputBytes > 0 && session != prioritised;
        if (unsentBlocks || inputBlocks) {
            paused.add(session);
            awaitRelief();
            scheduleSweep();
            return false;
        }
        return true;
    }

    private boolean isOverLimit() {
        return input.isExceeded() || unsent.isExceeded();
    }

    private void awaitRelief() {
        (unsent.isExceeded() ? lessUnsent : lessInput).await(0);
    }

    /** Reads the paused sessions again if no limit is exceeded any more. */
    private void resumePaused() {
        if (paused.isEmpty()) {
            return;
        }
        if (isOverLimit()) {
            awaitRelief();
            return;
        }
        List<Session> resumed = new ArrayList<>(paused);
        paused.clear();
        resumed.forEach(Session::resume);
    }

    private void scheduleSweep() {
        if (!sweepScheduled) {
            sweepScheduled = true;
            loop.schedule(this::sweep, SWEEP_MICROS);
        }
    }

    private void sweep() {
        sweepScheduled = false;
        unsentSessions.forEach(Session::updateUsage);
        unsentSessions.removeIf(session -> session.usage().unsentBytes == 0);
        if (unsent.isExceeded()) {
            unsentSessions.stream()
                    .filter(session -> session.usage().encodedBytes > 0 && isStalled(session.usage().lastProgressNanos))
                    .toList()
                    .forEach(session -> session.disconnect(RefusalKind.UNREAD));
        }
        if (input.isExceeded()) {
            prioritiseNext();
        } else {
            prioritised = null;
        }
        flushQueued();
        resumePaused();
        if (isOverLimit() || !paused.isEmpty() || !unsentSessions.isEmpty() || !awaitingBudget.isEmpty()) {
            scheduleSweep();
        }
    }

    /** Flushes the queued sessions, in order, while the budget lasts. */
    private void flushQueued() {
        for (Map.Entry<Session, Long> next : List.copyOf(awaitingBudget.entrySet())) {
            Session session = next.getKey();
            if (hasBudget(session, next.getValue()) && awaitingBudget.remove(session) != null) {
                session.flush();
            }
        }
        if (!awaitingBudget.isEmpty()) {
            awaitBudget();
        }
    }

    private void prioritiseNext() {
        Session current = prioritised;
        if (current != null && current.needsInput() && current.usage().inputBytes > 0) {
            if (!isStalled(prioritisedSinceNanos)) {
                return;
            }
            current.disconnect(RefusalKind.UNFINISHED);
        }
        prioritised = connections.firstMatching(session -> session.needsInput() && session.usage().inputBytes > 0);
        prioritisedSinceNanos = System.nanoTime();
        if (prioritised != null) {
            prioritised.resume();
        }
    }

    private boolean isStalled(long sinceNanos) {
        return System.nanoTime() - sinceNanos > patienceNanos;
    }

    void remove(Session session) {
        unsentSessions.remove(session);
        awaitingBudget.remove(session);
        paused.remove(session);
        if (prioritised == session) {
            prioritised = null;
        }
    }
}
