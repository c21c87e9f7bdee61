package dev.reeve.server.cli;

import dev.reeve.server.Server;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reeve serve}: runs the server until it is told to stop by SIGTERM or SIGINT. */
@Command(
        name = "serve",
        description = "Run the server.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ServeCommand implements Callable<Integer> {
    private static final Logger log = LoggerFactory.getLogger(ServeCommand.class);

    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Override
    public Integer call() throws InterruptedException {
        Server server = new Server(options.read(System.getenv()));
        Thread stop = new Thread(() -> stopAndHalt(server), "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            server.start();
        } catch (RuntimeException | Error e) {
            leaveExitCodeAlone(stop);
            server.stop();
            throw e;
        }
        new CountDownLatch(1).await();
        return 0;
    }

    private static void leaveExitCodeAlone(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            // A signal came first; what the hook reports is right.
        }
    }

    /** Halts, because a JVM ended by a signal would otherwise report the signal and not success. */
    private static void stopAndHalt(Server server) {
        log.info("stopping");
        boolean clean = server.stop();
        log.info("stopped");
        Runtime.getRuntime().halt(clean ? 0 : 1);
    }
}
