package dev.reeve.server;

import dev.reeve.campaign.crash.FailingWatcher;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The server on a disk that fails. Arguments: the operation, its number of successes, then {@code key=value}. */
public final class BrokenDiskMain {
    private BrokenDiskMain() {}

    public static void main(String[] words) throws InterruptedException {
        FailingWatcher.Fault fault = FailingWatcher.Fault.valueOf(words[0]);
        FailingWatcher watcher = new FailingWatcher(fault, Long.parseLong(words[1]));
        WatchedServer.start(watcher, List.of(words).subList(2, words.length));
        new CountDownLatch(1).await();
    }
}
