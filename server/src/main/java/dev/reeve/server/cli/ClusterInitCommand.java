package dev.reeve.server.cli;

import dev.reeve.server.ClusterInit;
import dev.reeve.server.log.PlainText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code reeve cluster init}: makes the data folder of a stopped server that of the first node of a cluster. */
@Command(
        name = "init",
        description = "Make the data folder of a stopped server that of the first node of a cluster, with the settings"
                + " cluster.name and cluster.listen that this node will have.",
        mixinStandardHelpOptions = true)
final class ClusterInitCommand implements Callable<Integer> {
    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        String done = ClusterInit.run(options.read(System.getenv()));
        PrintWriter out = spec.commandLine().getOut();
        out.println(PlainText.of(done));
        out.flush();
        return 0;
    }
}
