package dev.reeve.bench;

import dev.reeve.bench.compare.CompareCommand;
import dev.reeve.bench.load.LoadException;
import dev.reeve.server.cli.ErrorLine;
import picocli.CommandLine;

/** The main class of {@code ./reeve bench}. */
public final class BenchMain {
    private BenchMain() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        ErrorLine errors = new ErrorLine(LoadException.class);
        return new CommandLine(new BenchCommand())
                .addSubcommand(new CompareCommand())
                .addSubcommand(new BenchRunCommand())
                .addSubcommand(new JmhCommand())
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
    }
}
