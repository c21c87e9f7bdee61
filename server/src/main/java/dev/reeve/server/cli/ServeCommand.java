package dev.reeve.server.cli;

import dev.reeve.server.Server;
import dev.reeve.server.Settings;
import dev.reeve.server.log.Logging;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reeve serve}: runs the server until SIGTERM or SIGINT. */
@Command(
        name = "serve",
        description = "Run the server.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class ServeCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = options.read(System.getenv());
        Logging.use(settings);
        Server server = new Server(settings);
        Thread stop = new Thread(() -> stopAndHalt(server), "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            server.start();
        } catch (RuntimeException | Error e) {
            removeHook(stop);
            server.stop();
            throw e;
        }
        new CountDownLatch(1).await();
        return 0;
    }

    private static void removeHook(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // A signal came first. The hook is running and sets the exit code.
        }
    }

    /** Halts, because a JVM that is ended by a signal would otherwise exit with the signal's code instead of 0. */
    private static void stopAndHalt(Server server) {
        Runtime.getRuntime().halt(server.stop("received a signal") ? 0 : 1);
    }
}
