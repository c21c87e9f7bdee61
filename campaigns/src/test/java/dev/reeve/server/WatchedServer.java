package dev.reeve.server;

import dev.reeve.journal.local.RealDisk;
import dev.reeve.journal.local.WatchedDisk;
import java.util.List;

/** The server in its own process, on a disk with a watcher. */
final class WatchedServer {
    private WatchedServer() {}

    /** Starts it with settings given as {@code key=value}. */
    static void start(WatchedDisk.Watcher watcher, List<String> settings) {
        start(watcher, settings, () -> {});
    }

    /** As above, and runs the task when a clean stop begins. */
    static void start(WatchedDisk.Watcher watcher, List<String> settings, Runnable stopping) {
        SettingsReader reader = new SettingsReader();
        settings.forEach(reader::readAssignment);
        Server server = new Server(reader.settings(), folder -> new WatchedDisk(RealDisk.open(folder), watcher));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stopping.run();
            Runtime.getRuntime().halt(server.stop() ? 0 : 1);
        }));
        server.start();
    }
}
