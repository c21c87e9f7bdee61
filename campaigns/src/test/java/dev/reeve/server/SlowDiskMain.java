package dev.reeve.server;

import dev.reeve.journal.local.WatchedDisk.Kind;
import dev.reeve.journal.local.WatchedDisk.Moment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The server on a disk whose syncs take at least 50 ms. Arguments: settings as {@code key=value}. */
public final class SlowDiskMain {
    private static final long SLOW_NANOS = 50_000_000;

    private SlowDiskMain() {}

    public static void main(String[] words) throws InterruptedException {
        WatchedServer.start(
                (moment, change) -> {
                    if (moment == Moment.BEFORE && change.kind() == Kind.SYNC) {
                        takeTime();
                    }
                },
                List.of(words));
        new CountDownLatch(1).await();
    }

    private static void takeTime() {
        long end = System.nanoTime() + SLOW_NANOS;
        for (long left = SLOW_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
