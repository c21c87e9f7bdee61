package dev.reeve.server.crash;

import dev.reeve.server.journal.KillPoint;
import dev.reeve.server.journal.WatchedDisk;
import java.util.concurrent.CountDownLatch;

/**
 * Holds a thread at a point for ever and says so, so that the process can be killed there while the others go on. It
 * pays attention from the start on, or when it is told to.
 */
public final class HoldingWatcher implements WatchedDisk.Watcher {
    static final String HELD = "held at ";
    static final String STARTED = "the start is over";

    private final KillPoint point;
    private final WatchedDisk.Moment moment;
    private int left;
    private boolean attentive;

    /** @param time how often the point has to come; if it is below 0, so often during the start */
    public HoldingWatcher(KillPoint point, WatchedDisk.Moment moment, int time) {
        this.point = point;
        this.moment = moment;
        this.left = Math.abs(time);
        this.attentive = time < 0;
    }

    @Override
    public void at(WatchedDisk.Moment now, WatchedDisk.Change change) {
        if (now == moment && point.isAt(change) && isTime()) {
            while (true) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    // Only a kill ends this.
                }
            }
        }
    }

    private synchronized boolean isTime() {
        boolean isTime = attentive && --left == 0;
        if (isTime) {
            System.err.println(HELD + point + ", " + moment);
        }
        return isTime;
    }

    /** The start is over; looks away until it is told otherwise. */
    public synchronized void started() {
        attentive = false;
        System.err.println(STARTED);
    }

    public synchronized void payAttention() {
        attentive = true;
        left = Math.max(1, left);
    }
}
