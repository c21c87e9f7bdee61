package dev.reeve.server.cli;

import dev.reeve.server.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reeve journal check|dump DIR}: looks at the data folder of a server that is not running. */
@Command(
        name = "journal",
        description = "Look at the data folder of a stopped server.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class JournalCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing subcommand: check or dump");
    }

    @Command(
            description = "Read every batch and say whether all is well.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    int check(@Parameters(paramLabel = "DIR", description = "The data folder.") Path folder) {
        return refuse("check", folder);
    }

    @Command(description = "Print every entry.", mixinStandardHelpOptions = true, versionProvider = Version.class)
    int dump(@Parameters(paramLabel = "DIR", description = "The data folder.") Path folder) {
        return refuse("dump", folder);
    }

    private static int refuse(String command, Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new StartException(folder + ": no such folder");
        }
        throw new StartException("journal " + command + " is not in this version");
    }
}
