package dev.reeve.server.net;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all sessions together have received and not executed, and have answered and not sent.
 *
 * <p>Past either limit a session that holds some of it is not read; one that holds nothing still is, so that clients who
 * neither read nor finish what they send cannot lock out the others. Two things make the totals go down again: of those
 * stopped in the middle of a command one at a time may finish it, and who makes no progress for a while is cut off.
 *
 * <p>A reply that is large is put into words only when there is room for those; until then it is what the engine knows
 * anyway. So what has been written is never much more than its limit, however many ask for large replies at once, and
 * a turn of the loop writes so much only that others need not wait long for theirs.
 */
final class MemoryBudget {
    private static final Logger log = LoggerFactory.getLogger(MemoryBudget.class);
    private static final long SWEEP_MILLIS = 100;

    /** Replies up to here are written whatever there is. */
    static final int SMALL_BYTES = 16 * 1024;

    private static final int TURN_BYTES = 1024 * 1024;
    private static final long BETWEEN_TURNS_MILLIS = 1;

    private final Connections connections;
    private final NetLimits limits;
    private final Set<Session> slow = new LinkedHashSet<>();
    private final Set<Session> awaitingRoom = new LinkedHashSet<>();
    private long inputBytes;
    private long unsentBytes;
    private long writtenBytes;
    private long turnBytes;
    private boolean turnEnds;
    private boolean sweeping;
    private boolean someStopped;
    private @Nullable Session favourite;
    private long favouriteSinceNanos;

    MemoryBudget(Connections connections) {
        this.connections = connections;
        this.limits = connections.limits();
    }

    long inputBytes() {
        return inputBytes;
    }

    long unsentBytes() {
        return unsentBytes;
    }

    long writtenBytes() {
        return writtenBytes;
    }

    /** Has the share of that session be so much from now on. */
    void count(Session session, long input, long unsent, long written) {
        SessionUsage share = session.share();
        long moreUnsent = unsent - share.unsentBytes();
        long moreWritten = written - share.writtenBytes();
        inputBytes += input - share.inputBytes();
        unsentBytes += moreUnsent;
        writtenBytes += moreWritten;
        share.set(input, unsent, written);
        turnBytes += Math.max(0, moreWritten);
        if (turnBytes >= TURN_BYTES && !turnEnds) {
            turnEnds = true;
            connections.after(BETWEEN_TURNS_MILLIS, this::nextTurn);
        }
        if (moreUnsent > 0 && slow.add(session)) {
            // Its patience begins when there is something to read, not when it last had to read something.
            share.progressed();
            sweepSoon();
        }
        if (moreUnsent < 0) {
            share.progressed();
        }
    }

    /** Whether the session may write a reply that is so large. */
    boolean mayWrite(Session session, long bytes) {
        if (bytes <= SMALL_BYTES || hasRoom()) {
            return true;
        }
        awaitingRoom.add(session);
        sweepSoon();
        return false;
    }

    private boolean hasRoom() {
        return writtenBytes < limits.allUnsentBytes() && turnBytes < TURN_BYTES;
    }

    private void nextTurn() {
        turnEnds = false;
        turnBytes = 0;
        giveRoom();
    }

    boolean mayRead(Session session) {
        boolean unsentStops =
                unsentBytes > limits.allUnsentBytes() && session.share().unsentBytes() > 0;
        boolean inputStops =
                inputBytes > limits.allInputBytes() && session.share().inputBytes() > 0 && session != favourite;
        if (unsentStops || inputStops) {
            someStopped = true;
            sweepSoon();
            return false;
        }
        return true;
    }

    private boolean isShort() {
        return inputBytes > limits.allInputBytes() || unsentBytes > limits.allUnsentBytes();
    }

    private void sweepSoon() {
        if (!sweeping) {
            sweeping = true;
            connections.after(SWEEP_MILLIS, this::sweep);
        }
    }

    private void sweep() {
        sweeping = false;
        List<Session> watched = new ArrayList<>(slow);
        watched.forEach(Session::count);
        slow.removeIf(session -> session.share().unsentBytes() == 0);
        if (unsentBytes > limits.allUnsentBytes()) {
            slow.stream()
                    .filter(session ->
                            session.awaitsClient() && stalled(session.share().progressAtNanos()))
                    .toList()
                    .forEach(session -> cut(session, RefusalKind.UNREAD));
        }
        if (inputBytes > limits.allInputBytes()) {
            favourNext();
        } else {
            favourite = null;
        }
        giveRoom();
        if (someStopped && !isShort()) {
            someStopped = false;
            connections.resumeAll();
        }
        if (isShort() || !slow.isEmpty() || !awaitingRoom.isEmpty()) {
            sweepSoon();
        }
    }

    /** Lets those write who had to wait, one after the other. */
    private void giveRoom() {
        while (hasRoom() && !awaitingRoom.isEmpty()) {
            Session next = awaitingRoom.iterator().next();
            awaitingRoom.remove(next);
            next.flush();
        }
    }

    private void favourNext() {
        Session current = favourite;
        if (current != null && current.needsInput() && current.share().inputBytes() > 0) {
            if (!stalled(favouriteSinceNanos)) {
                return;
            }
            cut(current, RefusalKind.UNFINISHED);
        }
        favourite = connections.firstMatching(
                session -> session.needsInput() && session.share().inputBytes() > 0);
        favouriteSinceNanos = System.nanoTime();
        if (favourite != null) {
            favourite.resume();
        }
    }

    private boolean stalled(long sinceNanos) {
        return System.nanoTime() - sinceNanos > TimeUnit.MILLISECONDS.toNanos(limits.patienceMillis());
    }

    private void cut(Session session, RefusalKind why) {
        connections.refusals().refused(session.doorName(), why);
        log.debug(
                "{}: cutting off {}, which holds {} bytes received and {} bytes unsent without progress",
                session.doorName(),
                session.remote(),
                session.share().inputBytes(),
                session.share().unsentBytes());
        session.abort();
    }

    void gone(Session session) {
        slow.remove(session);
        awaitingRoom.remove(session);
        if (favourite == session) {
            favourite = null;
        }
    }
}
