package dev.reeve.server.net;

import dev.reeve.server.node.Loop;
import dev.reeve.server.node.Node;
import dev.reeve.server.tally.DoorTally;
import dev.reeve.server.tally.Traffic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All sessions of all doors, and what they share: the limits, the node's congestion, the flush at the end of a turn. */
public final class Connections {
    /** How many of those beyond the limit are told so at a time; a client may take seconds to read it. */
    private static final int MOST_TURNED_AWAY = 1000;

    private final Loop loop;
    private final Node node;
    private final NetLimits limits;
    private final MemoryBudget memoryBudget;
    private final RefusalLog refusals;
    private final Set<Session> sessions = new LinkedHashSet<>();
    private final Set<Session> turnedAway = new HashSet<>();
    private final List<Session> unflushed = new ArrayList<>();
    private final @Nullable Traffic traffic;
    private long writingSinceNanos;
    private boolean awaitsRelief;
    private boolean stopping;
    private @Nullable CompletableFuture<Integer> stopped;
    private int cut;
    private IntSupplier others = () -> 0;
    private volatile int count;
    private volatile long receivedBytes;

    public Connections(Loop loop, Node node, NetLimits limits) {
        this(loop, node, limits, null);
    }

    /**
     * With all that comes in counted.
     *
     * @param traffic null if it is not
     */
    public Connections(Loop loop, Node node, NetLimits limits, @Nullable Traffic traffic) {
        this.loop = loop;
        this.node = node;
        this.limits = limits;
        this.traffic = traffic;
        this.refusals = new RefusalLog(traffic);
        this.memoryBudget = new MemoryBudget(this);
    }

    /** How many clients are connected. Any thread. */
    public int count() {
        return count;
    }

    /** Counts those of another listener against the same limit. Before the doors open. */
    public void countAlso(IntSupplier otherConnections) {
        others = otherConnections;
    }

    /**
     * Ends all sessions, their replies first; those that are still waiting for something after the grace are cut off. To
     * be called when no door accepts any more. Any thread.
     *
     * @return how many were cut off, as soon as all are gone
     */
    public CompletableFuture<Integer> stop(long graceMillis) {
        CompletableFuture<Integer> done = new CompletableFuture<>();
        loop.execute(() -> {
            stopping = true;
            stopped = done;
            List.copyOf(sessions).forEach(Session::stop);
            after(graceMillis, this::cutAll);
            completeIfStopped();
        });
        return done;
    }

    private void cutAll() {
        cut = sessions.size();
        List.copyOf(sessions).forEach(Session::abort);
    }

    private void completeIfStopped() {
        if (stopped != null && sessions.isEmpty()) {
            stopped.complete(cut);
        }
    }

    /** How many bytes all clients have sent so far. Any thread. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** What has been received and not executed yet, over all clients. Loop only. */
    public long heldInputBytes() {
        return memoryBudget.inputBytes();
    }

    /** What has been answered and not sent yet, over all clients. Loop only. */
    public long unsentBytes() {
        return memoryBudget.unsentBytes();
    }

    /** What of that has been put into words, and takes room for that. Loop only. */
    public long writtenBytes() {
        return memoryBudget.writtenBytes();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the loop writes it.
    void received(int bytes) {
        receivedBytes += bytes;
    }

    @Nullable
    DoorTally tally(String door) {
        return traffic == null ? null : traffic.door(door);
    }

    /** When the replies began to be written that the next flush sends, if it counts. One look at the clock serves them all. */
    long writingSinceNanos() {
        if (traffic != null && unflushed.isEmpty()) {
            writingSinceNanos = System.nanoTime();
        }
        return writingSinceNanos;
    }

    NetLimits limits() {
        return limits;
    }

    MemoryBudget memoryBudget() {
        return memoryBudget;
    }

    void after(long millis, Runnable task) {
        loop.schedule(task, TimeUnit.MILLISECONDS.toMicros(millis));
    }

    RefusalLog refusals() {
        return refusals;
    }

    boolean isStopping() {
        return stopping;
    }

    /** False if there are too many already. */
    boolean admit(Session session) {
        if (stopping || sessions.size() + others.getAsInt() >= limits.connections()) {
            return false;
        }
        sessions.add(session);
        count = sessions.size();
        if (traffic != null) {
            traffic.door(session.doorName()).connected();
        }
        return true;
    }

    /** False if there are too many even of those who have to be told that there are too many. */
    boolean turnAway(Session session) {
        return turnedAway.size() < MOST_TURNED_AWAY && turnedAway.add(session);
    }

    void gone(Session session) {
        memoryBudget.gone(session);
        turnedAway.remove(session);
        if (sessions.remove(session)) {
            count = sessions.size();
            if (traffic != null) {
                traffic.door(session.doorName()).disconnected();
            }
            completeIfStopped();
        }
    }

    boolean congested() {
        if (!node.congested()) {
            return false;
        }
        if (!awaitsRelief) {
            awaitsRelief = true;
            node.whenRelieved(() -> {
                awaitsRelief = false;
                resumeAll();
            });
        }
        return true;
    }

    boolean mayRead(Session session) {
        return !congested() && memoryBudget.mayRead(session);
    }

    void resumeAll() {
        List.copyOf(sessions).forEach(Session::resume);
    }

    @Nullable
    Session firstMatching(Predicate<Session> wanted) {
        return sessions.stream().filter(wanted).findFirst().orElse(null);
    }

    /** Flushes the session once, after the work that stands in line now. */
    void flushLater(Session session) {
        if (unflushed.isEmpty()) {
            loop.execute(this::flush);
        }
        unflushed.add(session);
    }

    private void flush() {
        // Flushing may add more at the end.
        for (int i = 0; i < unflushed.size(); i++) {
            unflushed.get(i).flush();
        }
        unflushed.clear();
    }
}
