package dev.reeve.server.cli;

import dev.reeve.server.ClusterReset;
import dev.reeve.server.Settings;
import dev.reeve.server.cli.remote.Confirmation;
import dev.reeve.server.log.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reeve cluster reset-members}: has a stopped node go on alone whose cluster has lost most of its nodes. */
@Command(
        name = "reset-members",
        description =
                "Make a stopped node the only member of a new cluster, with what its own disk has. For a cluster of"
                        + " which most nodes are lost for good. What the others had acknowledged without this node is lost.",
        mixinStandardHelpOptions = true)
final class ClusterResetCommand implements Callable<Integer> {
    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        Settings settings = options.read(System.getenv());
        String done = ClusterReset.complete(settings);
        if (done == null) {
            try (ClusterReset reset = ClusterReset.open(settings)) {
                PrintWriter err = spec.commandLine().getErr();
                reset.warning().forEach(line -> err.println(PlainText.of(line)));
                err.flush();
                if (!yes && !Confirmation.isGiven(err, "Reset the members?")) {
                    return 1;
                }
                done = reset.run();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(PlainText.of(done));
        out.flush();
        return 0;
    }
}
