package dev.reeve.server.cli;

import dev.reeve.server.FolderTree;
import dev.reeve.server.log.Logging;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
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

    @Option(
            names = "--cluster",
            description =
                    "Run a cluster of three nodes in this process; their dashboards are on this port and the two after it.")
    private boolean cluster;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("reeve-demo");
        DemoServers servers = cluster ? DemoServers.cluster(folder, port) : DemoServers.one(folder, port);
        Logging.use(servers.settings());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(servers, folder), "stop"));
        servers.start();
        spec.commandLine()
                .getOut()
                .println("Open " + String.join("/ or ", servers.addresses())
                        + "/ in a browser. Ctrl-C ends the demo and deletes its data.");
        spec.commandLine().getOut().flush();
        new DemoLoad(URI.create(servers.addresses().get(0))).run();
        return 0;
    }

    private static void stop(DemoServers servers, Path folder) {
        boolean clean = servers.stop();
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // A temporary folder that stays behind does no harm.
        }
        Runtime.getRuntime().halt(clean ? 0 : 1);
    }
}
