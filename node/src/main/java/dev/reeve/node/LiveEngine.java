package dev.reeve.node;

import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.MemberDuties;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.ShownPayload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a running node, how far it is, and the replies that wait for what it contains. An {@link ApplyOrder} tells it
 * what to apply. Loop only.
 *
 * <p>Invariant: if the engine throws, the effects of the entry are discarded, and nothing more may be applied.
 */
public final class LiveEngine {
    private final Loop loop;
    private final EffectCollector effectCollector;
    private final JournalCapacity capacity;
    private final Runnable endOfTurn;
    private final PendingReplies replies = new PendingReplies();

    private Engine engine;
    private boolean endOfTurnScheduled;
    private long applied;
    private boolean measured;
    private long liveBytes;
    private long heapBytes;
    private long nextDeadlineMicros;
    private long nextVisibleDeadlineMicros;
    private long nextScheduleMicros;
    private long lastToken;
    private boolean running;
    private @Nullable PayloadTraffic payloads;
    private @Nullable Throwable failure;
    private long failedPosition;

    LiveEngine(
            Loop loop, Engine engine, EffectCollector effectCollector, JournalCapacity capacity, Runnable endOfTurn) {
        this.loop = loop;
        this.engine = engine;
        this.effectCollector = effectCollector;
        this.capacity = capacity;
        this.endOfTurn = endOfTurn;
    }

    Loop loop() {
        return loop;
    }

    /** The current engine. It is replaced when a snapshot arrives from elsewhere, so no part of the node keeps it. */
    public Engine engine() {
        return engine;
    }

    /** Continues with another engine. */
    public void replace(Engine replacement) {
        engine = replacement;
        measured = false;
    }

    /** The last position that the state contains. */
    public long applied() {
        return applied;
    }

    /** Sets the last position that the state contains. */
    public void applied(long position) {
        applied = position;
    }

    /** An entry of this size was appended. */
    public void appended(int bytes) {
        capacity.appended(bytes);
    }

    /** Applies the entry at the position, which {@link #applied} contains already, and tells its end. False if it failed. */
    <R> boolean apply(Entry<R> entry, long position, CommandEnd<R> end) {
        return apply(entry, MemberDuties.ALONE, position, end);
    }

    /** The same for an entry of a cluster, which comes from the member with this number. */
    public <R> boolean apply(Entry<R> entry, int member, long position, CommandEnd<R> end) {
        Outcome<R> outcome;
        R reply;
        measured = false;
        forgetShown();
        try {
            outcome = engine.apply(entry, member, effectCollector, effectCollector.wantsEvents());
            reply = outcome.rejection() == null ? outcome.reply() : null;
        } catch (RuntimeException | Error cause) {
            applied = position - 1;
            effectCollector.discard();
            failure = cause;
            failedPosition = position;
            return false;
        }
        effectCollector.takePublications(position, this::enqueue);
        end.applied(outcome, reply);
        return true;
    }

    /** Whether steps are being run: the turn ends after them. */
    boolean running() {
        return running;
    }

    void running(boolean isRunning) {
        running = isRunning;
    }

    /** Tells the waiters what the last step has changed. They may hand in new work. */
    public void dispatch() {
        effectCollector.dispatch();
    }

    /** Adds a reply that is delivered once every entry applied so far is durable. */
    void enqueueReply(PendingReplies.Answer answer) {
        if (payloads != null && payloads.mayBeOut() && engine.payloads().anyShown()) {
            List<ShownPayload> shown = engine.payloads().takeShown();
            PayloadTraffic traffic = payloads;
            HeldReply held = new HeldReply(replies, answer, applied, () -> traffic.letGo(shown));
            traffic.read(shown, held::read);
            enqueue(held);
        } else {
            enqueue(answer);
        }
    }

    /** Payloads that were shown to nobody who is answered need not be read. */
    void forgetShown() {
        if (payloads != null && payloads.mayBeOut() && engine.payloads().anyShown()) {
            engine.payloads().takeShown();
        }
    }

    /** Whether payloads have left memory since the start. */
    boolean payloadsMayBeOut() {
        return payloads != null && payloads.mayBeOut();
    }

    /** Sets who reads payloads. */
    void payloads(PayloadTraffic traffic) {
        payloads = traffic;
    }

    /** Payloads have left memory, or come back. */
    void payloadsMoved() {
        measured = false;
    }

    /** As {@link #enqueueReply}, for what shows no jobs. */
    private void enqueue(PendingReplies.Answer answer) {
        replies.add(applied, answer);
        if (!running) {
            scheduleEndOfTurn();
        }
    }

    PendingReplies pendingReplies() {
        return replies;
    }

    /** Schedules the end of the turn, once, after all tasks that the loop has queued now. */
    public void scheduleEndOfTurn() {
        if (!endOfTurnScheduled) {
            endOfTurnScheduled = true;
            loop.execute(this::endTurn);
        }
    }

    /** Ends the turn now. */
    void endTurn() {
        endOfTurnScheduled = false;
        endOfTurn.run();
    }

    /** The live data of the engine. */
    public long liveBytes() {
        measure();
        return liveBytes;
    }

    /** What the live data takes of the heap. */
    long heapBytes() {
        measure();
        return heapBytes;
    }

    /** The next deadline of the engine. */
    long nextDeadlineMicros() {
        measure();
        return nextDeadlineMicros;
    }

    /** The next deadline that a reader has to see. */
    long nextVisibleDeadlineMicros() {
        measure();
        return nextVisibleDeadlineMicros;
    }

    /** The time from which a schedule has something to do. */
    long nextScheduleMicros() {
        measure();
        return nextScheduleMicros;
    }

    /** The token of the last lease. */
    long lastToken() {
        measure();
        return lastToken;
    }

    /** Asks the engine for its figures, if it has changed since. */
    private void measure() {
        if (!measured) {
            measured = true;
            boolean mayBeOut = payloadsMayBeOut();
            liveBytes = engine.liveBytes();
            heapBytes = mayBeOut ? engine.heapBytes() : liveBytes;
            nextDeadlineMicros = engine.nextDeadlineMicros();
            nextVisibleDeadlineMicros = engine.nextVisibleDeadlineMicros();
            nextScheduleMicros = engine.schedules().nextMicros();
            lastToken = engine.lastToken();
        }
    }

    /** The exception thrown by the engine; null if there was none. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** The position of the entry that could not be applied. */
    long failedPosition() {
        return failedPosition;
    }

    /** Entries from this position on were discarded. */
    void discardedFrom(long position) {
        failedPosition = Math.min(failedPosition, position);
    }
}
