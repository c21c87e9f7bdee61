package dev.reeve.net;

import dev.reeve.access.Gate;
import dev.reeve.node.Loop;
import dev.reeve.node.Requests;
import dev.reeve.tally.DoorTally;
import dev.reeve.tally.Traffic;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of all doors and the state that they share: limits, backpressure of the node, and one flush at the end
 * of a turn of the event loop.
 */
public final class Connections {
    private final Loop loop;
    private final NetLimits limits;
    private final ConnectionQuota quota;
    private final IdleSweep idleSweep;
    private final SessionBudget sessionBudget;
    private final RefusalLog refusals;
    private final Turns turns;
    private final Set<Session> sessions = new LinkedHashSet<>();
    private final Set<Session> rejected = new HashSet<>();
    private final List<Session> unflushed = new ArrayList<>();
    private final List<Session> unfinished = new ArrayList<>();
    private final @Nullable Traffic traffic;
    private long writingSinceNanos;
    private long encodingSinceNanos;
    private boolean congested;
    private @Nullable CompletableFuture<Integer> stopped;
    private int aborted;
    private volatile @Nullable Gate gate;
    private volatile int count;
    private volatile long receivedBytes;

    /**
     * Creates the set.
     *
     * @param quota the number of connections, which the sessions share with other listeners
     * @param memoryBudget the budget that the sessions share with other listeners
     * @param traffic the traffic counters; null if nothing is counted
     */
    public Connections(
            Loop loop,
            Requests node,
            NetLimits limits,
            ConnectionQuota quota,
            MemoryBudget memoryBudget,
            @Nullable Traffic traffic) {
        this.loop = loop;
        this.limits = limits;
        this.quota = quota;
        this.idleSweep = new IdleSweep(loop, limits);
        this.traffic = traffic;
        this.refusals = new RefusalLog(traffic);
        this.turns = new Turns(loop);
        this.sessionBudget = new SessionBudget(this, loop, memoryBudget);
        node.onBackpressure(this::congested);
    }

    /** The number of connected clients. Any thread. */
    public int count() {
        return count;
    }

    /**
     * Sets what clients have to pass. Without it they need not say who they are. Called before the doors open.
     */
    public void gate(Gate entrance) {
        gate = entrance;
    }

    /** The login of a new connection; null if clients need not say who they are. */
    @Nullable
    Login login(String door, Channel channel, Consumer<Requests> changed, Runnable abort) {
        Gate entrance = gate;
        return entrance == null
                ? null
                : new Login(entrance, door, Login.address(channel), channel.eventLoop(), changed, abort);
    }

    /**
     * Ends all sessions after their replies have been sent. Sessions that still have pending replies after the grace
     * period are closed. To be called when no door accepts connections any more. Any thread.
     *
     * @return the number of sessions that were closed by force, completed when all sessions have ended
     */
    public CompletableFuture<Integer> stop(long graceMillis) {
        CompletableFuture<Integer> done = new CompletableFuture<>();
        loop.execute(() -> {
            stopped = done;
            List.copyOf(sessions).forEach(Session::stop);
            loop.schedule(this::abortAll, TimeUnit.MILLISECONDS.toMicros(graceMillis));
            completeIfStopped();
        });
        return done;
    }

    private void abortAll() {
        aborted = sessions.size();
        List.copyOf(sessions).forEach(Session::abort);
    }

    private void completeIfStopped() {
        if (stopped != null && sessions.isEmpty()) {
            stopped.complete(aborted);
        }
    }

    /** The bytes received from all clients so far. Any thread. */
    public long receivedBytes() {
        return receivedBytes;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the loop writes it.
    void received(int bytes) {
        receivedBytes += bytes;
    }

    @Nullable
    DoorTally tally(String door) {
        return traffic == null ? null : traffic.door(door);
    }

    /**
     * The time at which encoding of the replies of the next flush began, or 0 if nothing is counted. The clock is read
     * once per flush.
     */
    long writingSinceNanos() {
        if (traffic != null && unflushed.isEmpty()) {
            writingSinceNanos = System.nanoTime();
        }
        return writingSinceNanos;
    }

    NetLimits limits() {
        return limits;
    }

    SessionBudget sessionBudget() {
        return sessionBudget;
    }

    /** Whether a session has commands left that it could execute at once. On the loop. */
    public boolean hasTurnsLeft() {
        return !turns.isEmpty();
    }

    Turns turns() {
        return turns;
    }

    RefusalLog refusals() {
        return refusals;
    }

    boolean isStopping() {
        return stopped != null;
    }

    IdleSweep idleSweep() {
        return idleSweep;
    }

    /** Registers the session. Returns false if it is to be refused. */
    boolean admit(Session session) {
        if (isStopping()) {
            return false;
        }
        RefusalKind why = quota.admit(session.remoteAddress());
        if (why != null) {
            session.refused(why);
            return false;
        }
        sessions.add(session);
        idleSweep.add(session);
        count = sessions.size();
        if (traffic != null) {
            traffic.door(session.doorName()).connected();
        }
        return true;
    }

    /**
     * Registers a session that only gets the "too many connections" error. Returns false if too many such sessions are
     * open.
     */
    boolean reject(Session session) {
        return rejected.size() < quota.maxRefused() && rejected.add(session);
    }

    void remove(Session session) {
        sessionBudget.remove(session);
        idleSweep.remove(session);
        rejected.remove(session);
        if (sessions.remove(session)) {
            quota.release(session.remoteAddress());
            count = sessions.size();
            if (traffic != null) {
                traffic.door(session.doorName()).disconnected();
            }
            completeIfStopped();
        }
    }

    /** Whether backpressure of the node is active. */
    boolean congested() {
        return congested;
    }

    private void congested(boolean active) {
        congested = active;
        if (!active) {
            List.copyOf(sessions).forEach(Session::resume);
        }
    }

    boolean mayRead(Session session) {
        return !congested && sessionBudget.mayRead(session);
    }

    @Nullable
    Session firstMatching(Predicate<Session> predicate) {
        return sessions.stream().filter(predicate).findFirst().orElse(null);
    }

    /** Flushes the session once, after the tasks that are queued in the event loop now. */
    void flushLater(Session session) {
        if (unflushed.isEmpty()) {
            loop.execute(this::flush);
        }
        unflushed.add(session);
    }

    /** Flushes a session that has more to encode, after the input of other sessions. */
    void flushNextTurn(Session session) {
        if (unfinished.isEmpty()) {
            loop.nextTurn(() -> {
                List<Session> sessions = List.copyOf(unfinished);
                unfinished.clear();
                sessions.forEach(this::flushLater);
            });
        }
        unfinished.add(session);
    }

    private void flush() {
        encodingSinceNanos = System.nanoTime();
        // Flushing may append more sessions.
        for (int i = 0; i < unflushed.size(); i++) {
            unflushed.get(i).flush();
        }
        unflushed.clear();
    }

    /** Whether the sessions that are being flushed have encoded for so long that others should come first. */
    boolean encodedEnough() {
        return System.nanoTime() - encodingSinceNanos >= NettyLoop.TURN_NANOS;
    }
}
