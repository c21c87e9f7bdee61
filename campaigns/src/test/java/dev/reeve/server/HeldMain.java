package dev.reeve.server;

import dev.reeve.campaign.crash.HoldingWatcher;
import dev.reeve.journal.local.KillPoint;
import dev.reeve.journal.local.WatchedDisk;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The server on a disk that blocks at one point. Arguments: the point, the moment and the duration, see
 * {@link HoldingWatcher}, then {@code key=value}. A line from the parent process arms the watcher.
 */
public final class HeldMain {
    private HeldMain() {}

    public static void main(String[] words) throws IOException, InterruptedException {
        HoldingWatcher watcher = new HoldingWatcher(
                KillPoint.valueOf(words[0]), WatchedDisk.Moment.valueOf(words[1]), Integer.parseInt(words[2]));
        WatchedServer.start(watcher, List.of(words).subList(3, words.length), watcher::stopping);
        watcher.started();
        if (System.in.read() >= 0) {
            watcher.payAttention();
        }
        new CountDownLatch(1).await();
    }
}
