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
 */
final class Backlog {
    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);
    private static final long SWEEP_MILLIS = 100;

    private final Connections connections;
    private final NetLimits limits;
    private final Set<Session> slow = new LinkedHashSet<>();
    private long inputBytes;
    private long unsentBytes;
    private boolean sweeping;
    private boolean someStopped;
    private @Nullable Session favourite;
    private long favouriteSinceNanos;

    Backlog(Connections connections) {
        this.connections = connections;
        this.limits = connections.limits();
    }

    long inputBytes() {
        return inputBytes;
    }

    long unsentBytes() {
        return unsentBytes;
    }

    void count(Session session, long moreInput, long moreUnsent) {
        inputBytes += moreInput;
        unsentBytes += moreUnsent;
        if (moreUnsent > 0 && slow.add(session)) {
            // Its patience begins when there is something to read, not when it last had to read something.
            session.progressed();
            sweepSoon();
        }
        if (moreUnsent < 0) {
            session.progressed();
        }
    }

    boolean mayRead(Session session) {
        boolean unsentStops = unsentBytes > limits.allUnsentBytes() && session.unsentBytes() > 0;
        boolean inputStops =
                inputBytes > limits.allInputBytes() && session.heldInputBytes() > 0 && session != favourite;
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
        slow.removeIf(session -> session.unsentBytes() == 0);
        if (unsentBytes > limits.allUnsentBytes()) {
            slow.stream()
                    .filter(session -> session.awaitsClient() && stalled(session.progressAtNanos()))
                    .toList()
                    .forEach(this::cut);
        }
        if (inputBytes > limits.allInputBytes()) {
            favourNext();
        } else {
            favourite = null;
        }
        if (someStopped && !isShort()) {
            someStopped = false;
            connections.resumeAll();
        }
        if (isShort() || !slow.isEmpty()) {
            sweepSoon();
        }
    }

    private void favourNext() {
        Session current = favourite;
        if (current != null && current.hungry() && current.heldInputBytes() > 0) {
            if (!stalled(favouriteSinceNanos)) {
                return;
            }
            cut(current);
        }
        favourite = connections.firstMatching(session -> session.hungry() && session.heldInputBytes() > 0);
        favouriteSinceNanos = System.nanoTime();
        if (favourite != null) {
            favourite.resume();
        }
    }

    private boolean stalled(long sinceNanos) {
        return System.nanoTime() - sinceNanos > TimeUnit.MILLISECONDS.toNanos(limits.patienceMillis());
    }

    private void cut(Session session) {
        LOG.warn(
                "{}: cutting off {}, which holds {} bytes received and {} bytes unsent without progress while the server is short of room",
                session.doorName(),
                session.remote(),
                session.heldInputBytes(),
                session.unsentBytes());
        session.abort();
    }

    void gone(Session session) {
        slow.remove(session);
        if (favourite == session) {
            favourite = null;
        }
    }
}
