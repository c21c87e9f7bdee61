package dev.reeve.node;

import dev.reeve.journal.Storage;
import dev.reeve.journal.WriteAdmission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What the journal can take: backpressure is active while too many bytes are in memory because of the disk, and writes are
 * refused while the disk is full. These bytes are appended and not yet durable, or payloads that were asked for and not yet seen.
 *
 * <p>The journal is asked once per turn of the loop, and each of its changes causes a turn. In between, requests and
 * sessions read fields. Only while disk space is low or news is waiting for its turn, a command asks the journal itself.
 */
final class JournalCapacity {
    private final Storage journal;
    private final long maxUnsyncedBytes;
    private final List<Consumer<Boolean>> listeners = new ArrayList<>();
    private final List<Runnable> awaitingRelief = new ArrayList<>();
    private final AtomicBoolean hasNews = new AtomicBoolean();
    private long unsyncedBytes;
    private long heldBytes;
    private boolean congested;
    private boolean ample;

    JournalCapacity(Storage journal, long maxUnsyncedBytes) {
        this.journal = journal;
        this.maxUnsyncedBytes = maxUnsyncedBytes;
        this.ample = journal.room() == WriteAdmission.AMPLE;
    }

    /** Whether backpressure is active. */
    boolean isCongested() {
        return congested;
    }

    /** Calls the listener whenever backpressure begins or ends. */
    void onBackpressure(Consumer<Boolean> listener) {
        listeners.add(listener);
    }

    /** Runs the task once, when backpressure has ended. */
    void whenRelieved(Runnable task) {
        awaitingRelief.add(task);
    }

    /** Whether disk space is not low. */
    boolean isAmple() {
        return ample;
    }

    /** The writes that the disk space allows. */
    WriteAdmission room() {
        return ample && !hasNews.get() ? WriteAdmission.AMPLE : journal.room();
    }

    /** Whether a tick can be written. */
    boolean admitsTicks() {
        return ample || journal.room() != WriteAdmission.NONE;
    }

    /** The journal has changed. Returns whether this is the first news since the last turn. Safe from any thread. */
    boolean announceNews() {
        return hasNews.compareAndSet(false, true);
    }

    /** Whether the journal has changed since it was asked. */
    boolean hasNews() {
        return hasNews.get();
    }

    /** Called before the journal is asked for its news. */
    void beginNews() {
        hasNews.set(false);
    }

    /** An entry of this size was appended. */
    void appended(int bytes) {
        unsyncedBytes += bytes;
        if (!congested && isTooMuch()) {
            congested(true);
        }
    }

    /** Payloads of this size are read for somebody, who has not seen them yet. */
    void hold(long bytes) {
        heldBytes += bytes;
        if (!congested && isTooMuch()) {
            congested(true);
        }
    }

    /** They have been seen, or nobody waits any more. At the end of the turn this may end backpressure. */
    void letGo(long bytes) {
        heldBytes -= bytes;
    }

    private boolean isTooMuch() {
        return unsyncedBytes + heldBytes > maxUnsyncedBytes;
    }

    /** Sets what the journal said at the end of a turn. */
    void update(long unsynced, boolean isAmple) {
        ample = isAmple;
        unsyncedBytes = unsynced;
        relieve();
    }

    /** Ends backpressure, or begins it, as it should be now. */
    void relieve() {
        boolean isCongested = isTooMuch();
        if (isCongested != congested) {
            congested(isCongested);
        }
        if (!isCongested && !awaitingRelief.isEmpty()) {
            List<Runnable> tasks = List.copyOf(awaitingRelief);
            awaitingRelief.clear();
            tasks.forEach(Runnable::run);
        }
    }

    private void congested(boolean active) {
        congested = active;
        listeners.forEach(listener -> listener.accept(active));
    }
}
