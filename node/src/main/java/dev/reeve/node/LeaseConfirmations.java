package dev.reeve.node;

import dev.reeve.engine.command.ConfirmLeases;
import java.util.concurrent.TimeUnit;

/**
 * Tells the engine up to which token the leases are known to their workers: a second after their replies were passed to
 * the connections. After a restart the leases granted later are in doubt. At most one entry per second, and none while no
 * lease is granted.
 */
final class LeaseConfirmations {
    /** Long enough for the HTTP loop to send a reply. */
    static final long CONFIRM_AFTER_MICROS = TimeUnit.SECONDS.toMicros(1);

    private final LiveEngine live;
    private final ApplyOrder order;
    private final JournalCapacity capacity;
    private final Timers timers;
    private long confirmedToken;
    private long nextToken;
    private long nextPosition;
    private boolean timerSet;
    private boolean stopped;

    LeaseConfirmations(LiveEngine live, ApplyOrder order, JournalCapacity capacity, Timers timers) {
        this.live = live;
        this.order = order;
        this.capacity = capacity;
        this.timers = timers;
        this.confirmedToken = live.lastToken();
        this.nextToken = confirmedToken;
    }

    /** The replies up to this position have been passed to the connections. */
    void replied(long position) {
        if (timerSet) {
            return;
        }
        if (nextToken == confirmedToken) {
            nextToken = live.lastToken();
            nextPosition = live.applied();
        }
        if (nextToken > confirmedToken && position >= nextPosition) {
            timerSet = true;
            live.loop().schedule(this::confirm, CONFIRM_AFTER_MICROS);
        }
    }

    /** Confirms no more leases. */
    void stop() {
        stopped = true;
    }

    private void confirm() {
        timerSet = false;
        if (!stopped && capacity.admitsTicks()) {
            confirmedToken = nextToken;
            // The entry advances the time of the engine, past which deadlines are fired in their own order.
            timers.fire();
            order.append(new ConfirmLeases(nextToken), CommandEnd.ignored());
        }
    }
}
