package dev.reeve.cluster;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The group commit of a leader: decides how long it waits before it proposes its next batch. Its clients that were just answered are likely to send their next
 * commands at once; a batch without them would have half of the clients always wait for the other half, and cost as much as a full one.
 * Clients of other nodes are answered by the next batch, so nobody waits for theirs.
 *
 * <p>A batch waits until nearly as many commands have come as were just answered, but at most as long as the last batch took: who comes in this time would
 * otherwise wait for a batch and take part in the next one, which takes as long. After that it waits while every poll of the loop, which does not
 * block, brings commands, at most as long again: then the loop is busy. If a wait ends without enough commands, the next batches do not wait.
 * A server without a cluster waits by the same rule for those who share a sync.
 */
final class Gathering {
    private static final long MOST_MICROS = 5_000;
    private static final int MOST_SKIPS = 255;

    private final long origin;
    private final LongSupplier uptimeMicros;
    private Replica.@Nullable Timer timer;
    private Runnable wake = () -> {};
    private int gathered;
    private int gatheredBefore;
    private int proposed;
    private long proposedAtMicros;
    private boolean isWaiting;
    private boolean isPolling;
    private int wanted;
    private long deadlineMicros;
    private long latestMicros;
    private int skips;
    private int nextSkips;

    /** @param origin of this process, whose commands count */
    Gathering(long origin, LongSupplier uptimeMicros) {
        this.origin = origin;
        this.uptimeMicros = uptimeMicros;
    }

    /** From now on batches may wait. Without a timer they do not. */
    void begin(Replica.Timer by, Runnable atEnd) {
        timer = by;
        wake = atEnd;
    }

    /** A command was put into the next batch. */
    void added(long from) {
        gathered += from == origin ? 1 : 0;
    }

    /** The batch was proposed. */
    void proposed() {
        isWaiting = false;
        proposed = gathered;
        gathered = 0;
        proposedAtMicros = uptimeMicros.getAsLong();
    }

    /** The batch is committed, and its clients are being answered. */
    void committed() {
        if (timer == null || proposed == 0) {
            return;
        }
        // Those who have come meanwhile are other clients.
        wanted = gathered + proposed - proposed / 8;
        proposed = 0;
        isWaiting = skips == 0;
        skips = Math.max(0, skips - 1);
        if (isWaiting) {
            long now = uptimeMicros.getAsLong();
            long took = now - proposedAtMicros;
            deadlineMicros = now + Math.min(MOST_MICROS, took);
            latestMicros = now + Math.min(MOST_MICROS, 2 * took);
            gatheredBefore = gathered;
            timer.schedule(wake, deadlineMicros - now);
        }
    }

    /** Whether the next batch has to wait. */
    boolean isWaiting() {
        if (isWaiting && (gathered >= wanted || !hasTime(uptimeMicros.getAsLong()))) {
            isWaiting = false;
            nextSkips = gathered >= wanted ? 0 : Math.min(MOST_SKIPS, 2 * nextSkips + 1);
            skips = nextSkips;
        }
        return isWaiting;
    }

    private boolean hasTime(long now) {
        if (now < deadlineMicros) {
            gatheredBefore = gathered;
            return true;
        }
        if (!isPolling && gathered > gatheredBefore && now < latestMicros && timer != null) {
            gatheredBefore = gathered;
            isPolling = true;
            timer.nextTurn(this::polled);
        }
        return isPolling;
    }

    private void polled() {
        isPolling = false;
        wake.run();
    }

    /** This node leads no longer. */
    void stop() {
        gathered = 0;
        proposed = 0;
        isWaiting = false;
    }
}
