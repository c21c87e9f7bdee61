package dev.reeve.server.cli;

import dev.reeve.server.Server;
import dev.reeve.server.Settings;
import dev.reeve.server.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code reeve serve}: runs the server until it is told to stop by SIGTERM or SIGINT. */
@Command(
        name = "serve",
        description = "Run the server.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ServeCommand implements Callable<Integer> {
    private static final Logger log = LoggerFactory.getLogger(ServeCommand.class);
    private static final Path DEFAULT_CONFIG = Path.of("reeve.toml");

    @Option(names = "--config", paramLabel = "FILE", description = "Settings in TOML; reeve.toml here if there is one.")
    private @Nullable Path config;

    @Option(names = "--data", paramLabel = "DIR", description = "Folder of the journal and the snapshots.")
    private @Nullable String data;

    @Option(names = "--bind", paramLabel = "ADDR", description = "Address that every door listens on.")
    private @Nullable String bind;

    @Option(names = "--insecure", description = "Allow an address that other machines can reach.")
    private boolean insecure;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Any setting; it overrides the file and the environment.")
    private List<String> assignments = List.of();

    @Override
    public Integer call() throws InterruptedException {
        Server server = new Server(settings(System.getenv()));
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

    Settings settings(Map<String, String> environment) {
        SettingsReader reader = new SettingsReader();
        if (config != null) {
            reader.readFile(config, environment);
        } else if (Files.exists(DEFAULT_CONFIG)) {
            reader.readFile(DEFAULT_CONFIG, environment);
        }
        reader.readEnvironment(environment);
        assignments.forEach(reader::readAssignment);
        if (data != null) {
            reader.readOption("--data", Settings.DATA, data);
        }
        if (bind != null) {
            reader.readOption("--bind", Settings.BIND, bind);
        }
        if (insecure) {
            reader.readOption("--insecure", Settings.INSECURE, "true");
        }
        return reader.settings();
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
