package dev.reeve.campaign.crash;

import dev.reeve.journal.local.KillPoint;
import dev.reeve.journal.local.WatchedDisk;
import java.util.concurrent.CountDownLatch;

/**
 * Blocks a thread at a kill point forever and reports it, so that the process can be killed there while other threads
 * continue. It is armed from the start, or on request.
 */
public final class HoldingWatcher implements WatchedDisk.Watcher {
    static final String HELD = "held at ";
    static final String STARTED = "the start is over";
    static final String ARMED = "pays attention";

    private final KillPoint point;
    private final WatchedDisk.Moment moment;
    private int left;
    private boolean attentive;

    /** @param time the occurrence at which to block; if negative, counted during the start */
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
                    // Only a kill ends this loop.
                }
            }
        }
    }

    @Override
    public void reads(WatchedDisk.Moment now, WatchedDisk.Change read) {
        at(now, read);
    }

    private synchronized boolean isTime() {
        boolean isTime = attentive && --left == 0;
        if (isTime) {
            System.err.println(HELD + point + ", " + moment);
        }
        return isTime;
    }

    /** The start is over: disarmed until armed again. */
    public synchronized void started() {
        attentive = false;
        System.err.println(STARTED);
    }

    /** A clean stop begins. */
    public void stopping() {
        if (point.isOfStop()) {
            payAttention();
        }
    }

    public synchronized void payAttention() {
        attentive = true;
        left = Math.max(1, left);
        System.err.println(ARMED);
    }
}
