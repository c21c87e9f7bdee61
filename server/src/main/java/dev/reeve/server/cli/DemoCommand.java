package dev.reeve.server.cli;

import dev.reeve.server.Server;
import dev.reeve.server.Settings;
import dev.reeve.server.SettingsReader;
import dev.reeve.server.log.Logging;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reeve demo}: runs a server with made-up load on a temporary folder, which is deleted at the end. */
@Command(
        name = "demo",
        description = "Run a server with made-up load, to look at the dashboard.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLines.class)
final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8023",
            description = "Port of the dashboard on this machine; default: ${DEFAULT-VALUE}.")
    private int port;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("reeve-demo");
        Settings settings = settings(folder);
        Logging.use(settings);
        Server server = new Server(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, folder), "stop"));
        server.start();
        String address = "http://127.0.0.1:" + port;
        spec.commandLine()
                .getOut()
                .println("Open " + address + "/ in a browser. Ctrl-C ends the demo and deletes its data.");
        spec.commandLine().getOut().flush();
        new DemoLoad(URI.create(address)).run();
        return 0;
    }

    private Settings settings(Path folder) {
        SettingsReader reader = new SettingsReader();
        List.of(
                        "data=" + folder.resolve("data"),
                        "http.port=" + port,
                        "workq.port=off",
                        "goqueue.port=off",
                        "qless.port=off",
                        "webhooks.allow=[\"127.0.0.1\"]",
                        "durability=os")
                .forEach(reader::readAssignment);
        return reader.settings();
    }

    private static void stop(Server server, Path folder) {
        boolean clean = server.stop("received a signal");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // A temporary folder that stays behind does no harm.
        }
        Runtime.getRuntime().halt(clean ? 0 : 1);
    }
}
