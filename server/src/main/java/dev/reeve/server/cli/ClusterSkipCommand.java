package dev.reeve.server.cli;

import dev.reeve.server.ClusterSkip;
import dev.reeve.server.log.PlainText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve cluster skip}: has a stopped node leave out an entry at which all nodes stop. */
@Command(
        name = "skip",
        description =
                "Have a stopped node leave out an entry of the log at which every node of its cluster stops. Do so on every"
                        + " node, before the first one starts: nodes that skip different entries differ.",
        mixinStandardHelpOptions = true)
final class ClusterSkipCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "POSITION",
            description = "The position of the entry, as the nodes said it when they stopped.")
    private long position;

    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (position < 1) {
            throw new ParameterException(spec.commandLine(), "POSITION: expected a number from 1, not " + position);
        }
        String done = ClusterSkip.run(options.read(System.getenv()), position);
        PrintWriter out = spec.commandLine().getOut();
        out.println(PlainText.of(done));
        out.flush();
        return 0;
    }
}
